/** What this version of Word can do. It differs between Windows, LTSC, Mac, the web and the iPad (office-facts 1.5). */

/** What this version of Word can do. */
export interface Capabilities {
  /** It provides the whole file, so that every part can be checked. */
  readonly file: boolean;
  /** It reaches text boxes in the open document. */
  readonly textBoxes: boolean;
  /** It reads hidden and deleted text of paragraphs; elsewhere only the file has them. */
  readonly hiddenText: boolean;
  /** It can clear the undo history. */
  readonly undoClear: boolean;
  /** It has bookmarks, by which marks are recognised (WordApi 1.4). */
  readonly bookmarks: boolean;
  /** People sign in through Word; elsewhere in a dialog. */
  readonly nestedAppAuth: boolean;
  /** Word on the web loses some highlights when it reloads a document (#3950). */
  readonly web: boolean;
  /** A link saves a file. In the view of Mac and iPad it does nothing, without an error (#2700, #4681). */
  readonly savesLinks: boolean;
}

/** Ask Word what it can do. */
export function capabilities(): Capabilities {
  const { platform } = Office.context;
  const has = (set: string, version: string): boolean => Office.context.requirements.isSetSupported(set, version);
  return {
    // Microsoft's table says that the web has no getFileAsync, but it has (#6747), so no requirement set is asked.
    file: typeof Office.context.document.getFileAsync === "function",
    // A library older than Word has no shapes, whatever Word says.
    textBoxes: has("WordApiDesktop", "1.2") && "shapes" in Word.Body.prototype,
    hiddenText: has("WordApi", "1.7"),
    undoClear: has("WordApiDesktop", "1.4") && "undoClear" in Word.Document.prototype,
    bookmarks: "insertBookmark" in Word.Range.prototype,
    nestedAppAuth: has("NestedAppAuth", "1.1"),
    web: platform === Office.PlatformType.OfficeOnline,
    savesLinks: platform !== Office.PlatformType.Mac && platform !== Office.PlatformType.iOS,
  };
}
