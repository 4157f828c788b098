/** The settings that the add-in stores in the document: a random id and positions, never text. */

import { WordError } from "./errors";
import type { CancelOptions } from "./word_run";

// Settings are saved in the file and travel with it (office-facts 2.5).
const PREFIX = "unsaid.";

/** The add-in's settings in the open document. */
export const documentSettings = {
  get(key: string): string | null {
    const value: unknown = Office.context.document.settings.get(PREFIX + key);
    return typeof value === "string" ? value : null;
  },

  /** Store a value; null removes it. */
  async set(key: string, value: string | null, stop: CancelOptions): Promise<void> {
    if (documentSettings.get(key) === value) return;
    const kept = Office.context.document.settings;
    if (value === null) kept.remove(PREFIX + key);
    else kept.set(PREFIX + key, value);
    await saveSettings(stop);
  },
};

export type DocumentSettings = typeof documentSettings;

function saveSettings(stop: CancelOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new WordError("no_answer")), stop.timeout);
    Office.context.document.settings.saveAsync(({ status }) => {
      clearTimeout(late);
      if (status === Office.AsyncResultStatus.Succeeded) resolve();
      else reject(new WordError("unknown", "settings"));
    });
  });
}
