/** Replacing in comments, whose text is set as a whole; comments are not tracked. */

import { endsAll, problemOf } from "./errors";
import type { CommentLike } from "./holding";
import type { Outcome, Target } from "./replace_outcome";
import { startsIn } from "./search";
import type { Turn } from "./turn";

/** Replace in comments, one after the other: there are few, and each may be refused. */
export async function replaceInComments(turn: Turn, targets: readonly Target[], outcome: Outcome): Promise<void> {
  const byComment = new Map<CommentLike, Target[]>();
  for (const target of targets) {
    if (!("comment" in target.held.target)) continue;
    const { comment } = target.held.target;
    byComment.set(comment, [...(byComment.get(comment) ?? []), target]);
  }
  for (const [comment, wanted] of byComment) {
    try {
      // eslint-disable-next-line no-await-in-loop
      await inComment(turn, comment, wanted, outcome);
    } catch (thrown) {
      const problem = problemOf(thrown);
      outcome.leave(wanted, problem.code);
      if (endsAll(problem)) throw problem;
    }
  }
}

async function inComment(
  turn: Turn,
  comment: CommentLike,
  targets: readonly Target[],
  outcome: Outcome,
): Promise<void> {
  comment.load("content");
  await turn.sync();
  const made = withReplacements(comment.content, targets);
  comment.content = made;
  comment.load("content");
  await turn.sync();
  if (comment.content === made) outcome.did(targets);
  else outcome.leave(targets, "still_there");
}

/** All of them at once, from the end on: an occurrence is counted in the text as it was found. */
function withReplacements(content: string, targets: readonly Target[]): string {
  const cuts = targets.flatMap(({ held, text }) => {
    const start = startsIn(content, held.text)[held.hit];
    return start === undefined ? [] : [{ start, end: start + held.text.length, text }];
  });
  cuts.sort((a, b) => b.start - a.start);
  return cuts.reduce((made, cut) => made.slice(0, cut.start) + cut.text + made.slice(cut.end), content);
}
