/** The blind sample of a review: which terms this person judges without seeing the decisions, and what is said of it. */

import { plain, type Statement } from "./claims";
import { percent, plural } from "./number_format";
import { visible } from "./selectors";
import type { BlindSample } from "./review_status";
import type { Session } from "./session";
import type { Entry } from "./suggestion_list";

/** List the terms of the level that this person still has to judge. */
export function termsToJudge(session: Session): readonly Entry[] {
  return visible(session).filter(each => each.suggestion?.blind === true);
}

/** Tell whether this person may take the sample now. */
export function mayTakeSample({ review, stage }: Session): boolean {
  return review?.sample?.mayTake === true && review.state !== "draft" && stage.is === "deciding";
}

/** Say who judges the sample; empty where no policy asks for it. */
export function sampleStatement(session: Session): Statement {
  const sample = session.review?.sample ?? null;
  if (sample === null || session.review?.state === "approved") return plain("");
  if (sample.by === "me") return ownSample(session);
  const who =
    sample.by === null
      ? "Before an approval, a reviewer who took no part in the review must judge"
      : "A reviewer judges";
  return {
    text: `${who} ${shareOf(sample)} without seeing the decisions.`,
    claims: { "review.sample-share": sample.share, "review.sample-by": sample.by },
  };
}

function ownSample(session: Session): Statement {
  const left = termsToJudge(session).length;
  const text =
    left === 0
      ? "You have judged every term of your sample at this level."
      : `You judge a sample. ${plural(left, "term of this level is", "terms of this level are")} left, and you do not see the decisions on ${left === 1 ? "it" : "them"}.`;
  return { text, claims: { "review.sample-by": "me", "review.sample-left": left } };
}

/** Name the share of the terms. */
export function shareOf({ share }: BlindSample): string {
  return share === 1 ? "all terms" : `${percent(share)} of the terms`;
}
