/** What is asked, and what the expected answer rests on. */
export interface Question {
  readonly name: string;
  readonly source: string;
}

export interface Answer extends Question {
  readonly expected: unknown;
  readonly answer: unknown;
}

export const questions: readonly Question[];

/** Ask all the questions, one after the other. The document loses what it holds. */
export function ask(): Promise<readonly Answer[]>;
