/** Replacing what is accepted, checking the file, and the clean copy. */

import type { Redacted, RedactionOptions, VerificationOptions } from "../api";
import { mustBeGone, rejected, replacement, replacements, toSend } from "../review/selectors";
import type { Verification } from "../review/analysis";
import type { Left } from "../review/session";
import { WordProblem, type Problem, type Reading } from "../word/document";
import { options } from "./analysing";
import { progress, type Desk } from "./desk";

const ALL_OF_ITS_MAKING = {
  revisions: "accept",
  comments: "remove",
  hidden_text: "remove",
  traces: "remove",
} as const;

/** What keeps Word from replacing anything at all. */
const CLOSED: readonly Problem[] = ["tracking_locked", "protected"];

/** Replace in the open document what is accepted. What is left is listed, whatever happened. */
export async function redact(desk: Desk, signal: AbortSignal): Promise<void> {
  const { word, session, tell } = desk;
  const wanted = replacements(session()).map(each => ({ ...each }));
  const result = await word.replace(wanted, signal, progress(desk));
  const closed = result.left.find(each => CLOSED.includes(each.problem));
  if (closed !== undefined && result.done.length === 0) throw new WordProblem(closed.problem);
  const failed: Left[] = result.left.map(({ term, occurrence, problem }) => ({
    id: term,
    occurrence,
    why: problem,
  }));
  const stuck = new Set(failed.map(each => each.id));
  const applied = wanted.map(each => each.term).filter(term => !stuck.has(term));
  const left = [...failed, ...beyondReach(desk, wanted)];
  tell({ type: "redacted", applied, left, trackingLost: !result.trackingRestored });
}

/** The places of what goes everywhere to which Word has no way: nothing was tried there. */
function beyondReach({ kept }: Desk, wanted: ReturnType<typeof replacements>): Left[] {
  const everywhere = wanted.filter(each => each.occurrences === undefined);
  return everywhere.flatMap(({ term }) =>
    (kept.unreachable.get(term) ?? []).flatMap(({ count, reason, obstacles }) => {
      const why = obstacles[0] ?? reason;
      return Array.from({ length: count }, () => ({ id: term, occurrence: null, why }));
    }),
  );
}

/** Read the file again, and let the service look for what had to go. */
export async function check(desk: Desk, signal: AbortSignal): Promise<void> {
  const { api, word, session, tell } = desk;
  await word.clear();
  const reading = await word.read(signal, progress(desk));
  if (reading.kind === "stories") {
    tell({ type: "checked", verification: notExamined(reading.missing) });
    return;
  }
  const sought = session().analysis?.sought ?? [];
  const spared = rejected(session()).flatMap(each => each.suggestion?.spellings ?? []);
  const asked: VerificationOptions = { report: { suppressed: [...mustBeGone(session())], sought, spared } };
  tell({ type: "checked", verification: await api.verify(reading.bytes, asked, signal) });
}

function notExamined(parts: readonly string[]): Verification {
  const why = "this Word gives no file";
  const unread = parts.map(part => ({ part, examined: false, why, accepted: false }));
  return { status: "not_examined", places: [], parts: unread, new: [] };
}

/** Make the clean copy: redacted in every part, without what Word keeps of its making, and checked as it is. */
export async function copy(desk: Desk, signal: AbortSignal): Promise<void> {
  const { api, word, kept, tell } = desk;
  const redacted = await redactedFile(desk, signal);
  const cleaned = await api.copy(bytesOf(redacted), { clean: ALL_OF_ITS_MAKING }, signal);
  const bytes = bytesOf(cleaned);
  const verification = await api.verify(bytes, { report: redacted.report }, signal);
  kept.copy = { name: redacted.name, bytes };
  const opened = (await word.openCopy(bytes)) === "opened";
  const coverage = [...redacted.report.coverage, ...cleaned.report.coverage];
  tell({ type: "copied", opened, copy: { name: redacted.name, coverage }, verification });
}

/**
 * The document redacted by the service, as it was decided.
 *
 * It is made from the document that was analysed: what was replaced in Word meanwhile is replaced there too, with the
 * same placeholders, and so is what Word does not reach. Where a term goes in some of its places alone, the open
 * document alone knows which, and what Word does not reach of it stays.
 */
async function redactedFile(desk: Desk, signal: AbortSignal): Promise<Redacted> {
  const { api, kept, session } = desk;
  const now = session();
  const reading = onlyHere(desk) || kept.reading === null ? await openDocument(desk, signal) : kept.reading;
  if (reading.kind === "stories" || now.asked === null)
    throw new Error("a copy is made of a file that was analysed");
  const asked = options(now.asked);
  const decisions = await decided(desk, reading.bytes, signal);
  const level =
    now.client === null || asked.k === undefined ? {} : { k: Math.min(now.k, asked.k), analysed_k: asked.k };
  return api.redact(reading.bytes, { ...asked, ...level, decisions }, signal);
}

/** The decisions, with the placeholders that stand in the open document. */
async function decided(
  desk: Desk,
  document: Uint8Array,
  signal: AbortSignal,
): Promise<RedactionOptions["decisions"] & {}> {
  const { api, session } = desk;
  const now = session();
  const all = toSend(now).filter(each => now.decisions.get(each.id)?.scope !== "here");
  const written = all.map(each => {
    return each.verdict === "rejected"
      ? each
      : { ...each, verdict: "edited" as const, replacement: replacement(now, each.id) };
  });
  if (!onlyHere(desk) || now.asked === null) return written;
  const { suggestions } = await api.analyse(document, options(now.asked), signal);
  const there = new Set(suggestions.map(each => each.id));
  return written.filter(each => there.has(each.id));
}

function onlyHere({ session }: Desk): boolean {
  return [...session().decisions.values()].some(each => each.verdict === "accepted" && each.scope === "here");
}

async function openDocument({ word }: Desk, signal: AbortSignal): Promise<Reading> {
  await word.clear();
  return word.read(signal, () => undefined);
}

function bytesOf({ document }: Redacted): Uint8Array {
  return Uint8Array.from(atob(document), each => each.charCodeAt(0));
}
