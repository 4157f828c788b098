/** Terms in comments: they cannot be searched nor highlighted; their text is read and set as a whole. */

import type { CommentLike, Holding } from "./holding";
import { standsAlone, type Neighbours } from "./search";
import type { Turn } from "./turn";

/** An occurrence: `hit` counts within its comment. */
export interface InComment {
  readonly comment: CommentLike;
  readonly hit: number;
}

/** The occurrences of strings in all comments and replies; comments that have one are held. */
export async function occurrencesInComments(
  turn: Turn,
  wanted: readonly (readonly [string, Neighbours])[],
  holding: Holding,
): Promise<InComment[][]> {
  const comments = await commentsOf(turn);
  const found: InComment[][] = wanted.map(() => []);
  for (const comment of comments) {
    let held = false;
    wanted.forEach(([text, neighbours], at) => {
      standsAlone(comment.content, text, neighbours).forEach((stands, hit) => {
        if (!stands) return;
        if (!held) holding.track(comment);
        held = true;
        found[at]?.push({ comment, hit });
      });
    });
  }
  return found;
}

/** All comments with their replies, their texts loaded. */
export async function commentsOf(turn: Turn): Promise<CommentLike[]> {
  const comments = turn.context.document.body.getComments();
  comments.load("items/content");
  await turn.sync();
  const replies = comments.items.map(comment => comment.replies);
  for (const each of replies) each.load("items/content");
  if (replies.length > 0) await turn.sync();
  return comments.items.flatMap((comment, at) => [comment, ...(replies[at]?.items ?? [])]);
}
