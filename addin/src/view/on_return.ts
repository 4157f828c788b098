/** Notices that the person comes back to the pane, so that it can learn what others have stored since. */

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
