/** Terms in comments. Comments cannot be searched or highlighted; their text is read and set as a whole. */

import type { CommentLike, HeldOccurrences } from "./held_occurrences";
import { standsAlone, type MatchContext } from "./search_text";
import type { WordRun } from "./word_run";

/** An occurrence in a comment; `hit` is its number there. */
export interface CommentHit {
  readonly comment: CommentLike;
  readonly hit: number;
}

/** Find strings in all comments and replies. Comments with a hit are held. */
export async function findInComments(
  run: WordRun,
  wanted: readonly (readonly [string, MatchContext])[],
  holding: HeldOccurrences,
): Promise<CommentHit[][]> {
  const comments = await loadComments(run);
  const found: CommentHit[][] = wanted.map(() => []);
  for (const comment of comments) {
    let held = false;
    wanted.forEach(([text, context], at) => {
      standsAlone(comment.content, text, context).forEach((stands, hit) => {
        if (!stands) return;
        if (!held) holding.track(comment);
        held = true;
        found[at]?.push({ comment, hit });
      });
    });
  }
  return found;
}

/** Load all comments and replies with their texts. */
export async function loadComments(run: WordRun): Promise<CommentLike[]> {
  const comments = run.context.document.body.getComments();
  comments.load("items/content");
  await run.sync();
  const replies = comments.items.map(comment => comment.replies);
  for (const each of replies) each.load("items/content");
  if (replies.length > 0) await run.sync();
  return comments.items.flatMap((comment, at) => [comment, ...(replies[at]?.items ?? [])]);
}
