/** Replacing what is accepted, checking the file, and the clean copy. */

import type { AnalysisOptions, Redacted } from "../api";
import { herePlaces, partly } from "../review/here";
import {
  highestLevel,
  leftOnPurpose,
  mustBeGone,
  occurrenceOf,
  replacements,
  spared,
  toSend,
} from "../review/selectors";
import type { Verification } from "../review/analysis";
import type { Left, Session } from "../review/session";
import { WordProblem, type Problem } from "../word/document";
import { ALL_OF_ITS_MAKING, options, trackAgain } from "./analysing";
import { progress, type CopyMade, type Desk } from "./desk";

/** What keeps Word from replacing anything at all. */
const CLOSED: readonly Problem[] = ["tracking_locked", "protected"];

/** Replace in the open document what is accepted. What is left is listed, whatever happened. */
export async function redact(desk: Desk, signal: AbortSignal): Promise<void> {
  const { word, session, tell } = desk;
  if (!(await isReleased(desk, signal))) return;
  const wanted = replacements(session()).map(each => ({ ...each }));
  const result = await word.replace(wanted, signal, progress(desk));
  const closed = result.left.find(each => CLOSED.includes(each.problem));
  if (closed !== undefined && result.done.length === 0) {
    if (result.trackingRestored) throw new WordProblem(closed.problem);
    // Locked in the middle: Word has one code for that and for a document that is protected.
    tell({ type: "tracking", is: "lost" });
    throw new WordProblem("tracking_locked");
  }
  const failed: Left[] = result.left.map(({ term, occurrence, problem }) => ({
    id: term,
    occurrence,
    why: problem,
  }));
  if (failed.some(each => each.why === "rewritten")) desk.kept.changes += 1; // somebody has changed it, unheard
  const stuck = new Set(failed.map(each => each.id));
  const applied = wanted.map(each => each.term).filter(term => !stuck.has(term));
  // What an earlier round has left of other terms is still there.
  const now = new Set(wanted.map(each => each.term));
  const earlier = session().left.filter(each => !now.has(each.id));
  const left = [...earlier, ...failed, ...beyondReach(desk, wanted)];
  tell({ type: "redacted", applied, left, trackingLost: !result.trackingRestored });
}

/**
 * Whether this is what was approved, where somebody was asked: the service releases it, or refuses and says why.
 *
 * Word replaces what is open, and the review's id travels with every copy of a document: without this, an approval
 * of one document would let any other be redacted as it was decided.
 */
async function isReleased(desk: Desk, signal: AbortSignal): Promise<boolean> {
  const { kept, session, tell } = desk;
  if (session().review?.state !== "approved") return true;
  if (kept.reading?.kind === "file") {
    await redactedFile(desk, signal);
    return true;
  }
  tell({ type: "cancelled" });
  tell({ type: "said", sentence: NOT_RELEASED });
  return false;
}

const NOT_RELEASED =
  "Nothing was replaced: this Word gives no file, so nobody can tell whether this document was approved. " +
  "Open it in Word on a desktop.";

/** The places of what goes to which Word has no way: nothing was tried there. */
function beyondReach({ kept, session }: Desk, wanted: ReturnType<typeof replacements>): Left[] {
  const everywhere = wanted.filter(each => each.occurrences === undefined);
  return [
    ...everywhere.flatMap(({ term }) =>
      (kept.unreachable.get(term) ?? []).flatMap(({ count, reason, obstacles }) => {
        const why = obstacles[0] ?? reason;
        return Array.from({ length: count }, () => ({ id: term, occurrence: null, why }));
      }),
    ),
    ...placesNotHeld(session(), new Set(wanted.map(each => each.term))),
  ];
}

/** Places that were to go alone and that Word does not hold. */
function placesNotHeld(now: Session, wanted: ReadonlySet<string>): Left[] {
  return herePlaces(now).flatMap(({ entry: { id, places }, here }) =>
    here.flatMap(place =>
      !wanted.has(id) || occurrenceOf(now, id, places.indexOf(place)) !== null
        ? []
        : [{ id, occurrence: null, why: place.obstacles[0] ?? "not_reachable" }],
    ),
  );
}

/** Read the file again, and let the service look for what had to go. */
export async function check(desk: Desk, signal: AbortSignal): Promise<void> {
  const { api, word, session, tell } = desk;
  await word.clear();
  await trackAgain(desk, signal);
  const reading = await word.read(signal, progress(desk));
  if (reading.kind === "stories") {
    tell({ type: "checked", verification: notExamined(reading.missing) });
    return;
  }
  const now = session();
  const report = {
    suppressed: [...mustBeGone(now)],
    sought: now.analysis?.sought ?? [],
    spared: [...spared(now)],
    partly: [...partly(now)],
    unexamined: now.analysis?.unexamined ?? [],
    left: [...leftOnPurpose(now)],
  };
  const asked = now.asked === null ? {} : { asked: { ...options(now.asked), ...level(now) } };
  const found = await api.verify(reading.bytes, { report, ...asked }, signal);
  tell({ type: "checked", verification: found, outcome: found });
}

function notExamined(parts: readonly string[]): Verification {
  const why = "this Word gives no file";
  const unread = parts.map(part => ({ part, examined: false, why, accepted: false }));
  return { status: "not_examined", places: [], parts: unread, new: [], stays: [] };
}

/** Make the clean copy: redacted in every part, without what Word keeps of its making, and checked as it is. */
export async function copy(desk: Desk, signal: AbortSignal): Promise<void> {
  const { word, kept, tell } = desk;
  const { name, document, report, certificate, certificate_page: page } = await redactedFile(desk, signal);
  const bytes = bytesOf(document);
  kept.copy = { name, bytes, certificate, page: bytesOf(page), report: reportOf(desk, name, report, certificate) };
  const opened = (await word.openCopy(bytes)) === "opened";
  const { verification, coverage } = report;
  if (!isMade(verification)) throw new Error("what was redacted is always verified");
  tell({ type: "copied", opened, copy: { name, coverage }, verification, outcome: report });
  if (kept.marked === true) tell({ type: "said", sentence: STILL_MARKED });
}

/** The report as the command line writes it: `unsaid verify --report` reads it, and it opens the certificate. */
function reportOf(
  { session }: Desk,
  name: string,
  report: Redacted["report"],
  { version }: Redacted["certificate"],
): CopyMade["report"] {
  return { version, model: session().analysis?.model ?? null, files: [{ ...report, output: name }], others: [] };
}

const STILL_MARKED =
  "The clean copy is ready. What was marked when the document was locked is marked in it too: take that away there.";

/**
 * A clean copy of the document, redacted by the service as it was decided.
 *
 * It is made from the document that was analysed: what was replaced in Word meanwhile is replaced there too, with the
 * same placeholders, and so is what Word does not reach.
 */
async function redactedFile(desk: Desk, signal: AbortSignal): Promise<Redacted> {
  const { api, kept, remembering, session } = desk;
  const now = session();
  if (kept.reading?.kind !== "file") throw new Error("a copy is made of a file that was analysed");
  // What others have approved goes by their review: decisions of one person are less than some policies want.
  const approved = now.review?.state === "approved" ? remembering.review : null;
  const decided = approved === null ? { decisions: toSend(now).map(each => ({ ...each })) } : { review: approved };
  return api.redact(kept.reading.bytes, { ...wanted(desk), ...decided }, signal);
}

/** The k that is to hold, which may be lower than the highest level of the analysis. */
function level({ client, k }: Session): { readonly k?: number } {
  return client === null ? {} : { k };
}

/** The options of a clean copy; what somebody has approved already counts as they approved it. */
export function wanted({ remembering, session }: Desk): Wanted {
  const now = session();
  if (now.asked === null) throw new Error("a copy is made of a file that was analysed");
  const asked = options(now.asked);
  const approved = remembering.approvedAt;
  const copied = { ...asked, copy: ALL_OF_ITS_MAKING };
  if (now.client === null || now.analysis === null) return copied;
  const k = approved ?? now.k;
  return { ...copied, k, analysed_k: Math.max(k, highestLevel(now.analysis)) };
}

type Wanted = AnalysisOptions & { readonly copy: typeof ALL_OF_ITS_MAKING; readonly analysed_k?: number };

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), each => each.charCodeAt(0));
}

/** The description says of what may be null that it may be an empty object too. */
function isMade(verification: Redacted["report"]["verification"]): verification is Verification {
  return verification !== null && "status" in verification;
}
