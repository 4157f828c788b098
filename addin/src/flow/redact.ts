/** Redact in the open document, check the file, and make the clean copy. */

import { ApiError } from "../api/error";
import type { AnalysisOptions, Redacted, Verification, VerificationOptions, Verified } from "../api/schemas";
import type { Cleaning } from "../state/cleaning";
import { partialTerms, partialTermsToSend } from "../state/partial_terms";
import { asksForIndex } from "../state/index_result";
import { highestLevel } from "../state/levels";
import { panelOf } from "../state/panel";
import {
  keptSpellings,
  redactedTerms,
  occurrenceOf,
  replacements,
  sparedSpellings,
  decisionsToSend,
} from "../state/selectors";
import type { CopySummary, LeftPlace, Session } from "../state/session";
import { isBlocking, WordError, type UnreplacedOccurrence } from "../word/document";
import { requestOptions, restoreTracking } from "./analyse";
import { reportProgress, type CleanCopy, type FlowContext } from "./context";

/** Replace the accepted terms in the open document, and list what is left. */
export async function redact(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { word, session, dispatch } = context;
  await askBeforeWriting(context, signal);
  if (!(await isApprovedDocument(context, signal))) return;
  const wanted = replacements(session()).map(each => ({ ...each }));
  const result = await word.replace(wanted, signal, reportProgress(context));
  const closed = result.left.find(each => isBlocking(each.problem));
  if (closed !== undefined && result.done.length === 0) {
    if (result.trackingRestored) throw new WordError(closed.problem);
    // Locked in the middle of the work: Word uses one code for this and for a protected document.
    dispatch({ type: "tracking-checked", is: "lost" });
    throw new WordError("tracking_locked");
  }
  const failed = result.left.map(toLeftPlace);
  if (failed.some(each => each.why === "rewritten")) context.cache.changes += 1; // somebody changed it, without an event
  const stuck = new Set(failed.map(each => each.id));
  // A term that Word reaches nowhere is not redacted, although nothing failed.
  const found = session().foundCounts;
  const redactedIds = wanted.map(each => each.term).filter(id => !stuck.has(id) && (found.get(id) ?? 0) > 0);
  // Places of other terms that an earlier round left are still there.
  const now = new Set(wanted.map(each => each.term));
  const earlier = session().leftPlaces.filter(each => !now.has(each.id));
  const damaged = result.damaged.map(toLeftPlace);
  const leftPlaces = [...earlier, ...failed, ...damaged, ...unreachablePlaces(context, wanted)];
  await context.storedReview.markDocument(null).catch(() => undefined); // the next check stores the new text
  dispatch({
    type: "redacted",
    redactedIds,
    leftPlaces,
    trackingLost: !result.trackingRestored,
    restorable: word.restorable(),
  });
}

/**
 * Ask the service whether it would refuse the result, so that nothing is changed in the document before it agrees.
 *
 * An approved document is compared as a whole instead.
 */
async function askBeforeWriting({ api, session }: FlowContext, signal: AbortSignal): Promise<void> {
  const { answered, analysis, client, k, review } = session();
  if (answered === null || review?.state === "approved") return;
  const level = client === null ? {} : { k };
  const options = { ...requestOptions(answered), ...level, copy: answered.copy, decided: true };
  const { model } = await api.checkRedaction(options, signal);
  if (model === (analysis?.model ?? null)) return;
  throw new ApiError("suggestions_changed", "The models have changed", "Another model version is in use.");
}

function toLeftPlace({ term, occurrence, problem }: UnreplacedOccurrence): LeftPlace {
  return { id: term, occurrence, why: problem };
}

/**
 * Check that this is the approved document, where approval was required. The service confirms it or says why not.
 *
 * Word changes the open document, and the id of a review travels with every copy of a document. Without this check,
 * the approval of one document would allow the same decisions on any other.
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
  "Open this document in the Word desktop app.";

/** List the places of accepted terms that Word cannot reach. Nothing was tried there. */
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

/** List places that were accepted alone and that Word did not find. */
function placesNotFound(now: Session, wanted: ReadonlySet<string>): LeftPlace[] {
  return partialTerms(now).flatMap(({ entry: { id, places }, here }) =>
    here.flatMap(place =>
      !wanted.has(id) ||
      occurrenceOf(now, id, places.indexOf(place)) !== null ||
      place.obstacles.includes("same_text")
        ? []
        : [{ id, occurrence: null, why: place.obstacles[0] ?? "not_reachable" }],
    ),
  );
}

/** Read the file again, and let the service search it for the redacted terms. */
export async function check(context: FlowContext, signal: AbortSignal): Promise<void> {
  const { word, session, dispatch } = context;
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
  const found = await verify(context, reading.bytes, { report, ...asked }, signal);
  dispatch({ type: "checked", verification: found, outcome: found });
  await context.storedReview.markDocument(found.digest).catch(() => undefined); // the check itself has succeeded
}

/** Verify a file beside the analysed one. Both together may be too large where one alone is not. */
async function verify(
  { api, cache }: FlowContext,
  bytes: Uint8Array,
  options: VerificationOptions,
  signal: AbortSignal,
): Promise<Verified> {
  const original = cache.reading?.kind === "file" ? cache.reading.bytes : null;
  try {
    return await api.verify(bytes, options, original, signal);
  } catch (thrown) {
    if (original === null || !(thrown instanceof ApiError && thrown.status === TOO_LARGE)) throw thrown;
    return api.verify(bytes, options, null, signal);
  }
}

const TOO_LARGE = 413;

function notExamined(parts: readonly string[]): Verification {
  const why = "Word did not provide the file";
  const unread = parts.map(part => ({ part, examined: false, why, accepted: false }));
  return { status: "not_examined", places: [], parts: unread, new: [], stays: [] };
}

/** Make a clean copy: redacted in every part, without traces of editing, and verified. */
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
  dispatch({
    type: "copied",
    opened,
    copy: {
      ...{ name, coverage, risk: riskOf(report), panel: panelOf(report.panel), privacy: report.privacy },
      ...{ redactedToo: redactedToo(report), index: report.index },
    },
    verification,
    outcome: report,
  });
  if (cache.stillMarked === true) dispatch({ type: "message", sentence: STILL_MARKED });
}

/** How many places were redacted that only the redacted text shows to be personal data. */
function redactedToo({ messages }: Redacted["report"]): number {
  return messages.reduce((sum, each) => sum + (each.code === "redacted_undecided" ? each.params.places : 0), 0);
}

/** How the service guesses the copy: the numbers of the report. */
function riskOf({ client, guess_after, rank_after, k_held }: Redacted["report"]): CopySummary["risk"] {
  // Not `k_reached`, which may count only the clients of the industry: then it is not the rank of the same text here.
  return client === null ? undefined : { guess: guess_after, k_reached: rank_after, k_held };
}

/** Build the private report in the format of the command line: `unsaid verify --report` reads it. */
function privateReport(
  { session }: FlowContext,
  name: string,
  report: Redacted["report"],
  { version }: Redacted["certificate"],
): CleanCopy["report"] {
  return { version, model: session().analysis?.model ?? null, files: [{ ...report, output: name }], others: [] };
}

const STILL_MARKED =
  "The clean copy is ready. The copy still has yellow marks, because Word did not let the pane remove them. Remove them in the copy.";

/**
 * Let the service make a clean copy with the current decisions.
 *
 * It starts from the analysed document, redacts what Word has replaced since with the same placeholders, and also
 * what Word cannot reach.
 */
async function requestCleanCopy(context: FlowContext, signal: AbortSignal): Promise<Redacted> {
  const { api, cache, storedReview, session } = context;
  const now = session();
  if (cache.reading?.kind !== "file") throw new Error("a copy is made of a file that was analysed");
  // Approved decisions are sent as the review: some policies do not accept the decisions of one person.
  const approved = now.review?.state === "approved" ? storedReview.review : null;
  const decided =
    approved === null ? { decisions: decisionsToSend(now).map(each => ({ ...each })) } : { review: approved };
  const index = asksForIndex(now) ? { index: true } : {};
  return api.redact(cache.reading.bytes, { ...copyOptions(context), ...decided, ...index }, signal);
}

/** The k to reach. It may be lower than the highest level of the analysis. */
function levelOption({ client, k }: Session): { readonly k?: number } {
  return client === null ? {} : { k };
}

/** The options of a clean copy. Options that somebody approved are used as approved. */
export function copyOptions({ storedReview, session }: FlowContext): CopyOptions {
  const now = session();
  if (now.answered === null) throw new Error("a copy is made of a file that was analysed");
  const asked = requestOptions(now.answered);
  const approved = storedReview.approvedLevel;
  const copied = { ...asked, copy: now.answered.copy };
  if (now.client === null || now.analysis === null) return copied;
  const k = approved ?? now.k;
  return { ...copied, k, analysed_k: Math.max(k, highestLevel(now.analysis)) };
}

type CopyOptions = AnalysisOptions & { readonly copy: Cleaning; readonly analysed_k?: number };

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), each => each.charCodeAt(0));
}

/** OpenAPI allows an empty object where a nullable object may be null. */
function isVerification(verification: Redacted["report"]["verification"]): verification is Verification {
  return verification !== null && "status" in verification;
}
