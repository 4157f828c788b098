/** Office dialogs: a separate window in which people sign in. */

import { WordError } from "./errors";

const SIZE = { height: 60, width: 30 }; // percent of the screen

/** Open one of our pages in a dialog and wait for its message. */
export function openDialog(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    Office.context.ui.displayDialogAsync(address, SIZE, opened => {
      if (opened.status === Office.AsyncResultStatus.Failed) {
        reject(new WordError("unsupported", String(opened.error.code)));
        return;
      }
      const dialog = opened.value;
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, event => {
        dialog.close();
        if ("message" in event) resolve(event.message);
        else reject(new WordError("cancelled"));
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, () => reject(new WordError("cancelled")));
    });
  });
}

/** Send a message from the dialog to the pane. */
export async function sendToPane(message: string): Promise<void> {
  await Office.onReady();
  Office.context.ui.messageParent(message);
}
