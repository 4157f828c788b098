/** Replacing what is accepted, checking the file, and the clean copy. */

import type { AnalysisOptions, Redacted, Verification } from "../api/schemas";
import { partialTerms, partialTermsToSend } from "../state/partial_terms";
import {
  highestLevel,
  keptSpellings,
  redactedTerms,
  occurrenceOf,
  replacements,
  sparedSpellings,
  decisionsToSend,
} from "../state/selectors";
import type { LeftPlace, Session } from "../state/session";
import { WordError, type WordErrorCode } from "../word/document";
import { REMOVE_ALL, requestOptions, restoreTracking } from "./analyse";
import { reportProgress, type CleanCopy, type FlowContext } from "./context";

/** What keeps Word from replacing anything at all. */
const BLOCKING: readonly WordErrorCode[] = ["tracking_locked", "protected"];

/** Replace in the open document what is accepted. What is left is listed, whatever happened. */
export async function redact(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { word, session, dispatch } = context;
  if (!(await isApprovedDocument(context, signal))) return;
  const wanted = replacements(session()).map(each => ({ ...each }));
  const result = await word.replace(wanted, signal, reportProgress(context));
  const closed = result.left.find(each => BLOCKING.includes(each.problem));
  if (closed !== undefined && result.done.length === 0) {
    if (result.trackingRestored) throw new WordError(closed.problem);
    // Locked in the middle: Word has one code for that and for a document that is protected.
    dispatch({ type: "tracking-checked", is: "lost" });
    throw new WordError("tracking_locked");
  }
  const failed: LeftPlace[] = result.left.map(({ term, occurrence, problem }) => ({
    id: term,
    occurrence,
    why: problem,
  }));
  if (failed.some(each => each.why === "rewritten")) context.cache.changes += 1; // somebody has changed it, unheard
  const stuck = new Set(failed.map(each => each.id));
  const redactedIds = wanted.map(each => each.term).filter(term => !stuck.has(term));
  // What an earlier round has left of other terms is still there.
  const now = new Set(wanted.map(each => each.term));
  const earlier = session().leftPlaces.filter(each => !now.has(each.id));
  const leftPlaces = [...earlier, ...failed, ...unreachablePlaces(context, wanted)];
  dispatch({ type: "redacted", redactedIds, leftPlaces, trackingLost: !result.trackingRestored });
}

/**
 * Whether this is what was approved, where somebody was asked: the service releases it, or refuses and says why.
 *
 * Word replaces what is open, and the review's id travels with every copy of a document: without this, an approval
 * of one document would let any other be redacted as it was decided.
 */
async function isApprovedDocument(context: FlowContext, signal: AbortSignal): Promise<boolean> {
  const { cache, session, dispatch } = context;
  if (session().review?.state !== "approved") return true;
  if (cache.reading?.kind === "file") {
    await requestCleanCopy(context, signal);
    return true;
  }
  dispatch({ type: "cancelled" });
  dispatch({ type: "message", sentence: CANNOT_CONFIRM });
  return false;
}

const CANNOT_CONFIRM =
  "Nothing was replaced. Word did not provide the file, so the service cannot check that this document was approved. " +
  "Open it in Word on a desktop.";

/** The places of what goes to which Word has no way: nothing was tried there. */
function unreachablePlaces({ cache, session }: FlowContext, wanted: ReturnType<typeof replacements>): LeftPlace[] {
  const everywhere = wanted.filter(each => each.occurrences === undefined);
  return [
    ...everywhere.flatMap(({ term }) =>
      (cache.unreachable.get(term) ?? []).flatMap(({ count, reason, obstacles }) => {
        const why = obstacles[0] ?? reason;
        return Array.from({ length: count }, () => ({ id: term, occurrence: null, why }));
      }),
    ),
    ...placesNotFound(session(), new Set(wanted.map(each => each.term))),
  ];
}

/** Places that were to go alone and that Word does not hold. */
function placesNotFound(now: Session, wanted: ReadonlySet<string>): LeftPlace[] {
  return partialTerms(now).flatMap(({ entry: { id, places }, here }) =>
    here.flatMap(place =>
      !wanted.has(id) || occurrenceOf(now, id, places.indexOf(place)) !== null
        ? []
        : [{ id, occurrence: null, why: place.obstacles[0] ?? "not_reachable" }],
    ),
  );
}

/** Read the file again, and let the service look for what had to go. */
export async function check(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { api, word, session, dispatch } = context;
  await word.clear();
  await restoreTracking(context, signal);
  const reading = await word.read(signal, reportProgress(context));
  if (reading.kind === "stories") {
    dispatch({ type: "checked", verification: notExamined(reading.missing) });
    return;
  }
  const now = session();
  const report = {
    suppressed: [...redactedTerms(now)],
    sought: now.analysis?.sought ?? [],
    spared: [...sparedSpellings(now)],
    partly: [...partialTermsToSend(now)],
    unexamined: now.analysis?.unexamined ?? [],
    left: [...keptSpellings(now)],
  };
  const asked = now.answered === null ? {} : { asked: { ...requestOptions(now.answered), ...levelOption(now) } };
  const found = await api.verify(reading.bytes, { report, ...asked }, signal);
  dispatch({ type: "checked", verification: found, outcome: found });
}

function notExamined(parts: readonly string[]): Verification {
  const why = "Word did not provide the file";
  const unread = parts.map(part => ({ part, examined: false, why, accepted: false }));
  return { status: "not_examined", places: [], parts: unread, new: [], stays: [] };
}

/** Make the clean copy: redacted in every part, without what Word keeps of its making, and checked as it is. */
export async function copy(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { word, cache, dispatch } = context;
  const { name, document, report, certificate, certificate_page: page } = await requestCleanCopy(context, signal);
  const bytes = bytesOf(document);
  cache.copy = {
    name,
    bytes,
    certificate,
    certificatePage: bytesOf(page),
    report: privateReport(context, name, report, certificate),
  };
  const opened = (await word.openCopy(bytes)) === "opened";
  const { verification, coverage } = report;
  if (!isVerification(verification)) throw new Error("what was redacted is always verified");
  dispatch({ type: "copied", opened, copy: { name, coverage }, verification, outcome: report });
  if (cache.stillMarked === true) dispatch({ type: "message", sentence: STILL_MARKED });
}

/** The report as the command line writes it: `unsaid verify --report` reads it, and it opens the certificate. */
function privateReport(
  { session }: FlowContext,
  name: string,
  report: Redacted["report"],
  { version }: Redacted["certificate"],
): CleanCopy["report"] {
  return { version, model: session().analysis?.model ?? null, files: [{ ...report, output: name }], others: [] };
}

const STILL_MARKED =
  "The clean copy is ready. It still has the marks from before the document was locked. Remove them there.";

/**
 * A clean copy of the document, redacted by the service as it was decided.
 *
 * It is made from the document that was analysed: what was replaced in Word meanwhile is replaced there too, with the
 * same placeholders, and so is what Word does not reach.
 */
async function requestCleanCopy(context: FlowContext, signal: AbortSignal): Promise<Redacted> {
  const { api, cache, storedReview, session } = context;
  const now = session();
  if (cache.reading?.kind !== "file") throw new Error("a copy is made of a file that was analysed");
  // What others have approved goes by their review: decisions of one person are less than some policies want.
  const approved = now.review?.state === "approved" ? storedReview.review : null;
  const decided =
    approved === null ? { decisions: decisionsToSend(now).map(each => ({ ...each })) } : { review: approved };
  return api.redact(cache.reading.bytes, { ...copyOptions(context), ...decided }, signal);
}

/** The k that is to hold, which may be lower than the highest level of the analysis. */
function levelOption({ client, k }: Session): { readonly k?: number } {
  return client === null ? {} : { k };
}

/** The options of a clean copy; what somebody has approved already counts as they approved it. */
export function copyOptions({ storedReview, session }: FlowContext): CopyOptions {
  const now = session();
  if (now.answered === null) throw new Error("a copy is made of a file that was analysed");
  const asked = requestOptions(now.answered);
  const approved = storedReview.approvedLevel;
  const copied = { ...asked, copy: REMOVE_ALL };
  if (now.client === null || now.analysis === null) return copied;
  const k = approved ?? now.k;
  return { ...copied, k, analysed_k: Math.max(k, highestLevel(now.analysis)) };
}

type CopyOptions = AnalysisOptions & { readonly copy: typeof REMOVE_ALL; readonly analysed_k?: number };

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), each => each.charCodeAt(0));
}

/** The description says of what may be null that it may be an empty object too. */
function isVerification(verification: Redacted["report"]["verification"]): verification is Verification {
  return verification !== null && "status" in verification;
}
