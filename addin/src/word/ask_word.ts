/** Asks this Word what the Word host of the tests answers (docs/conformance.md). */

import { ask } from "../../wordhost/conformance/probes.js";
import { runInWord, type CancelOptions } from "./word_run";

/** The Word, and what it answered by the name of each question. */
export interface WordAnswers {
  readonly word: { readonly host: string; readonly platform: string; readonly version: string };
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Ask all questions; null where the document is not empty, because the questions overwrite it. */
export async function askWord(stop: CancelOptions): Promise<WordAnswers | null> {
  const text = await runInWord(stop, async run => {
    const { body } = run.context.document;
    body.load("text");
    await run.sync();
    return body.text;
  });
  if (text.trim() !== "") return null;
  const { host, platform, version } = Office.context.diagnostics;
  const answers = await ask();
  return {
    word: { host: String(host), platform: String(platform), version },
    answers: Object.fromEntries(answers.map(({ name, answer }) => [name, answer])),
  };
}
