/** Replace in comments, whose text is set as a whole. Comments are not tracked. */

import { isFatal, wordErrorOf } from "./errors";
import type { EditLog } from "./document_changes";
import type { CommentLike } from "./held_occurrences";
import type { ReplaceLog, ReplaceTarget } from "./replace_log";
import { findStarts } from "./search_text";
import type { WordRun } from "./word_run";

/** Replace in comments one after the other: there are few, and Word may refuse each. */
export async function replaceInComments(
  run: WordRun,
  targets: readonly ReplaceTarget[],
  outcome: ReplaceLog,
  log: EditLog | null,
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
      const text = await inComment(run, comment, wanted, outcome);
      log?.wrote(text);
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
): Promise<string> {
  comment.load("content");
  await run.sync();
  const made = withReplacements(comment.content, targets);
  comment.content = made;
  comment.load("content");
  await run.sync();
  if (comment.content === made) outcome.replaced(targets);
  else outcome.leave(targets, "still_there");
  return comment.content;
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
