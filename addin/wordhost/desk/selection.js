// The selection of the page is the selection of Word: each follows the other.

const QUIET = 120; // milliseconds without a change, after which a selection is made
const NO_TEXT = ".docx-comment-ref, .docx-comment-popover, [data-note]";

/** Mark what the preview writes for a note's number, which is no text of the paragraph. */
export function markNotes(stage) {
  for (const mark of stage.querySelectorAll('span[id^="note-"]'))
    mark.nextElementSibling?.querySelector("sup")?.setAttribute("data-note", "");
}

export class Selecting {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.sent = "";
    this.pending = null; // what a person has selected and Word does not know yet; it outlives a new drawing
    let timer = 0;
    document.addEventListener("selectionchange", () => {
      const place = this.place();
      if (place === null || JSON.stringify(place) === (this.pending === null ? this.sent : JSON.stringify(this.pending))) return;
      this.pending = place;
      clearTimeout(timer);
      timer = setTimeout(() => void this.send(), QUIET);
    });
  }

  /** The selection of the page as a place in the document; null where it is outside. */
  place() {
    const selection = document.getSelection();
    if (selection === null || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    if (!this.stage.contains(range.startContainer) || !this.stage.contains(range.endContainer)) return null;
    const [from, to] = [placeOf(range.startContainer, range.startOffset), placeOf(range.endContainer, range.endOffset)];
    if (from === null || to === null) return null;
    return { first: from.name, start: from.offset, last: to.name, end: to.offset };
  }

  /** Tell Word what a person has selected. */
  async send() {
    this.sent = JSON.stringify(this.pending);
    this.pending = null;
    const headers = { "Content-Type": "application/json" };
    await fetch("/document/selection", { method: "PUT", headers, body: this.sent });
  }

  /** Select what is selected in Word; `follow` scrolls there. */
  show(selected, { follow }) {
    const place = this.pending ?? selected;
    if (place === null) return;
    if (this.pending === null) this.sent = JSON.stringify(place);
    const [from, to] = [boundary(this.stage, place.first, place.start), boundary(this.stage, place.last, place.end)];
    if (from === null || to === null) return;
    document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
    if (follow) this.scrollTo(from);
  }

  scrollTo({ node, offset }) {
    const range = document.createRange();
    range.setStart(node, offset);
    const { top, bottom } = (range.getClientRects()[0] ?? node.parentElement.getBoundingClientRect());
    const window = this.stage.getBoundingClientRect();
    if (top >= window.top + 8 && bottom <= window.bottom - 8) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    this.stage.scrollBy({ top: (top + bottom) / 2 - (window.top + window.bottom) / 2, behavior });
  }
}

/** The text of a paragraph on the page, as Word counts its characters. */
export function textOf(paragraph) {
  return pieces(paragraph).map(({ text }) => text).join("");
}

function pieces(paragraph) {
  const found = [];
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, {
    acceptNode: node => (node.nodeType === Node.ELEMENT_NODE && node.matches(NO_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) found.push({ node, text: node.data });
    else if (node.tagName === "BR") found.push({ node, text: "\v" });
  }
  return found;
}

const nameOf = paragraph => paragraph.querySelector('span[id^="at-"]')?.id.slice(3) ?? null;

/** The paragraph and the offset of a boundary on the page; null where it is in no paragraph. */
function placeOf(node, at) {
  const child = node.nodeType === Node.ELEMENT_NODE ? (node.childNodes[at] ?? node.lastChild) : null;
  const element = child?.nodeType === Node.ELEMENT_NODE ? child : node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  if (element.closest(NO_TEXT)) return null;
  const paragraph = element.closest("p");
  const name = paragraph && nameOf(paragraph);
  if (!name) return null;
  const before = document.createRange();
  before.setStart(paragraph, 0);
  if (paragraph.contains(node)) before.setEnd(node, at);
  let offset = 0;
  for (const piece of pieces(paragraph)) {
    if (piece.node === node) return { name, offset: offset + at };
    const end = piece.node.nodeType === Node.TEXT_NODE ? piece.text.length : 0;
    if (before.comparePoint(piece.node, end) > 0) break;
    offset += piece.text.length;
  }
  return { name, offset };
}

/** The boundary on the page of an offset in a paragraph. */
function boundary(stage, name, offset) {
  const paragraph = stage.querySelector(`#at-${CSS.escape(name)}`)?.closest("p");
  if (!paragraph) return null;
  let rest = offset;
  let last = null;
  for (const { node, text } of pieces(paragraph)) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (rest <= text.length) return { node, offset: rest };
      last = { node, offset: text.length };
    }
    rest -= text.length;
  }
  return last ?? { node: paragraph, offset: 0 };
}
