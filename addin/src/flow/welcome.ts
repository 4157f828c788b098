/** Whether the person uses the pane for the first time. Without browser storage, every time is the first. */

const SEEN = "unsaid.welcome";

/* eslint no-restricted-globals: off -- that a sentence was read is nothing of a document, and no token */

/** Tell whether nobody has read the welcome on this machine. */
export function isFirstTime(): boolean {
  try {
    return localStorage.getItem(SEEN) === null;
  } catch {
    return true; // an embedded page may have no access to its storage
  }
}

/** Remember that the welcome was read. */
export function welcomeWasRead(): void {
  try {
    localStorage.setItem(SEEN, "read");
  } catch {
    // Then it is shown again, which does no harm.
  }
}
