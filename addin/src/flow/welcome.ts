/** Whether somebody is here for the first time; where the browser keeps nothing, everybody is, each time. */

const SEEN = "unsaid.welcome";

/* eslint no-restricted-globals: off -- that a sentence was read is nothing of a document, and no token */

/** Whether nobody has said on this machine that the welcome was read. */
export function isFirstTime(): boolean {
  try {
    return localStorage.getItem(SEEN) === null;
  } catch {
    return true; // a page within another site may be kept from its own storage
  }
}

/** The welcome was read. */
export function welcomeWasRead(): void {
  try {
    localStorage.setItem(SEEN, "read");
  } catch {
    // It is shown again, and is in nobody's way.
  }
}
