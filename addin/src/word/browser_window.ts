/** Windows of the browser, which can do what the view around the pane cannot. */

/**
 * Open an address in the browser.
 *
 * In Word on Windows, Mac and iPad the system's browser opens it. Elsewhere the browser that shows Word does, and may
 * block it: then only a link helps that the person clicks.
 */
export function openInBrowser(address: string): void {
  if (Office.context.requirements.isSetSupported("OpenBrowserWindowApi", "1.1")) {
    Office.context.ui.openBrowserWindow(address);
  } else {
    // With `noopener` it would return null. Word's library takes that for a blocked window, and lets the host open the
    // address once more (`openWindowInHost` of word-web-16.00.js).
    const opened = window.open(address, "_blank");
    if (opened !== null) opened.opener = null;
  }
}
