/** Files that a link saves. */

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Let a link lead to a file, which keeps its name. */
export function leadTo(link: HTMLAnchorElement, name: string, bytes: Uint8Array): void {
  const type = name.endsWith(".json") ? "application/json" : DOCX;
  link.href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
  link.download = name;
}
