/** Dialogs of Office: a window of its own, in which people sign in. */

import { WordProblem } from "./errors";

const SIZE = { height: 60, width: 30 }; // percent of the screen

/** Open a page of ours in a dialog and wait for the one thing that it tells. */
export function askInDialog(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    Office.context.ui.displayDialogAsync(address, SIZE, opened => {
      if (opened.status === Office.AsyncResultStatus.Failed) {
        reject(new WordProblem("unsupported", String(opened.error.code)));
        return;
      }
      const dialog = opened.value;
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, told => {
        dialog.close();
        if ("message" in told) resolve(told.message);
        else reject(new WordProblem("cancelled"));
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, () => reject(new WordProblem("cancelled")));
    });
  });
}

/** In the dialog: tell the pane, once Office is ready. */
export async function tellPane(message: string): Promise<void> {
  await Office.onReady();
  Office.context.ui.messageParent(message);
}
