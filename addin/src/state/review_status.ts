/** The status of a review by two people, and of its blind sample. */

import type { ReviewStep, Unmet } from "../api/schemas";

/** The status of a review by two people. */
export interface ReviewStatus {
  readonly state: "draft" | "submitted" | "claimed" | "returned" | "second" | "approved";
  readonly mine: boolean;
  /** What this person may do next. */
  readonly steps: readonly ReviewStep[];
  /** Why it was sent back; null without a reason. */
  readonly note: string | null;
  /** The exceptions that the approval allows in the clean copy. */
  readonly allowed: readonly Unmet[];
  readonly sample?: BlindSample | null;
}

/** The share of the suggestions that a person who took no part judges without seeing the decisions, and who does it. */
export interface BlindSample {
  readonly share: number;
  /** The reviewer who judges the sample; null until one takes it. */
  readonly by: "me" | "another" | null;
  /** Whether this person may judge them. */
  readonly mayTake: boolean;
}

/** The verdict of a blind rater on a suggestion. */
export interface BlindVerdict {
  readonly id: string;
  readonly goes: boolean;
}
