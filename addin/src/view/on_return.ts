/** Decides when the pane looks for changes of others: on return to the pane, and once a minute. */

/** How often a visible pane looks, in milliseconds. */
const EVERY_MS = 60_000;

/** Call `look` when the pane gets the focus or becomes visible, and every minute while it is visible. */
export function onReturn(look: () => void): void {
  const lookIfVisible = (): void => {
    if (document.visibilityState === "visible") look();
  };
  window.addEventListener("focus", look);
  document.addEventListener("visibilitychange", lookIfVisible);
  setInterval(lookIfVisible, EVERY_MS);
}
