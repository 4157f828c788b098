/** Replace in comments, whose text is set as a whole. Comments are not tracked. */

import { isFatal, wordErrorOf } from "./errors";
import type { EditLog } from "./document_changes";
import type { CommentLike } from "./held_occurrences";
import type { ReplaceLog, ReplaceTarget } from "./replace_log";
import type { Originals } from "./originals";
import { findStarts } from "./search_text";
import type { WordRun } from "./word_run";

interface CommentOptions {
  readonly log: EditLog | null;
  readonly originals: Originals;
}

/** Replace in comments one after the other: there are few, and Word may refuse each. */
export async function replaceInComments(
  run: WordRun,
  targets: readonly ReplaceTarget[],
  outcome: ReplaceLog,
  { log, originals }: CommentOptions,
): Promise<void> {
  const byComment = new Map<CommentLike, ReplaceTarget[]>();
  for (const target of targets) {
    if (!("comment" in target.held.target)) continue;
    const { comment } = target.held.target;
    byComment.set(comment, [...(byComment.get(comment) ?? []), target]);
  }
  for (const [comment, wanted] of byComment) {
    try {
      // eslint-disable-next-line no-await-in-loop
      const { before, after } = await inComment(run, comment, wanted, outcome);
      log?.wrote(after);
      keepOriginal(originals, before, after, wanted);
    } catch (thrown) {
      const problem = wordErrorOf(thrown);
      outcome.leave(wanted, problem.code);
      if (isFatal(problem)) throw problem;
    }
  }
}

async function inComment(
  run: WordRun,
  comment: CommentLike,
  targets: readonly ReplaceTarget[],
  outcome: ReplaceLog,
): Promise<{ before: string; after: string }> {
  comment.load("content");
  await run.sync();
  const before = comment.content;
  const made = withReplacements(before, targets);
  comment.content = made;
  comment.load("content");
  await run.sync();
  if (comment.content === made) outcome.replaced(targets);
  else outcome.leave(targets, "still_there");
  return { before, after: comment.content };
}

/** Keep what a comment said, if it now says what it has to. */
function keepOriginal(
  originals: Originals,
  before: string,
  after: string,
  targets: readonly ReplaceTarget[],
): void {
  const starts = targets.map(({ held }) => findStarts(before, held.text)[held.hit] ?? -1);
  const ordered = targets
    .map((target, at) => ({ target, start: starts[at] ?? -1 }))
    .sort((a, b) => a.start - b.start);
  const [first] = ordered;
  if (first === undefined || ordered.some(({ start }) => start < 0)) return;
  originals.keep(
    first.target.held.story,
    ordered.map(({ target: { held, occurrence, text } }) => {
      return { held, occurrence, old: held.text, text, before, after, id: null, formats: null };
    }),
  );
}

/** Replace all targets at once, from the end backwards, because hits are counted in the original text. */
function withReplacements(content: string, targets: readonly ReplaceTarget[]): string {
  const cuts = targets.flatMap(({ held, text }) => {
    const start = findStarts(content, held.text)[held.hit];
    return start === undefined ? [] : [{ start, end: start + held.text.length, text }];
  });
  cuts.sort((a, b) => b.start - a.start);
  return cuts.reduce((made, cut) => made.slice(0, cut.start) + cut.text + made.slice(cut.end), content);
}
