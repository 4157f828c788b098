/** Dialogs of Office: a window of its own, in which people sign in. */

import { WordError } from "./errors";

const SIZE = { height: 60, width: 30 }; // percent of the screen

/** Open a page of ours in a dialog and wait for the one thing that it tells. */
export function openDialog(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    Office.context.ui.displayDialogAsync(address, SIZE, opened => {
      if (opened.status === Office.AsyncResultStatus.Failed) {
        reject(new WordError("unsupported", String(opened.error.code)));
        return;
      }
      const dialog = opened.value;
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, told => {
        dialog.close();
        if ("message" in told) resolve(told.message);
        else reject(new WordError("cancelled"));
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, () => reject(new WordError("cancelled")));
    });
  });
}

/** In the dialog: tell the pane, once Office is ready. */
export async function sendToPane(message: string): Promise<void> {
  await Office.onReady();
  Office.context.ui.messageParent(message);
}
