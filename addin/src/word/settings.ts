/** What is kept in the document itself, in the add-in's own settings: a random id and positions, never text. */

import { WordProblem } from "./errors";
import type { Stop } from "./turn";

// Settings are saved in the file and travel with it (office-facts 2.5).
const PREFIX = "unsaid.";

/** The settings of this add-in in the open document. */
export const settings = {
  get(key: string): string | null {
    const value: unknown = Office.context.document.settings.get(PREFIX + key);
    return typeof value === "string" ? value : null;
  },

  /** Keep a value, or forget it. */
  async set(key: string, value: string | null, stop: Stop): Promise<void> {
    if (settings.get(key) === value) return;
    const kept = Office.context.document.settings;
    if (value === null) kept.remove(PREFIX + key);
    else kept.set(PREFIX + key, value);
    await saved(stop);
  },
};

export type Settings = typeof settings;

function saved(stop: Stop): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new WordProblem("no_answer")), stop.patience);
    Office.context.document.settings.saveAsync(({ status }) => {
      clearTimeout(late);
      if (status === Office.AsyncResultStatus.Succeeded) resolve();
      else reject(new WordProblem("unknown", "settings"));
    });
  });
}
