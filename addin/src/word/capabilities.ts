/** What this Word can do, asked once: it differs between Windows, LTSC, Mac, the web and the iPad (office-facts 1.5). */

/** What this Word can do. */
export interface Capabilities {
  /** It gives the whole file, so that every part of it can be checked. */
  readonly file: boolean;
  /** It reaches text boxes in the open document. */
  readonly textBoxes: boolean;
  /** It reads hidden and deleted text of paragraphs; elsewhere only the file tells it. */
  readonly hiddenText: boolean;
  /** It can clear what undo would bring back. */
  readonly undoClear: boolean;
  /** People sign in through Word; elsewhere in a dialog. */
  readonly nestedAppAuth: boolean;
  /** The web alone loses some highlights when it loads a document again (#3950). */
  readonly web: boolean;
}

/** Ask Word what it can do. */
export function capabilities(): Capabilities {
  const has = (set: string, version: string): boolean => Office.context.requirements.isSetSupported(set, version);
  return {
    // Microsoft's own table says that the web has no getFileAsync, and it has (#6747): it is tried where no set says so.
    file: typeof Office.context.document.getFileAsync === "function",
    // A library older than Word has no shapes, whatever Word says of itself.
    textBoxes: has("WordApiDesktop", "1.2") && "shapes" in Word.Body.prototype,
    hiddenText: has("WordApi", "1.7"),
    undoClear: has("WordApiDesktop", "1.4"),
    nestedAppAuth: has("NestedAppAuth", "1.1"),
    web: Office.context.platform === Office.PlatformType.OfficeOnline,
  };
}
