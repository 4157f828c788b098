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
    window.open(address, "_blank", "noopener,noreferrer");
  }
}
