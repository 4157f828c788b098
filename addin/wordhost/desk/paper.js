// The sheets: what the preview draws, with text boxes and comments in their places, cut into pages, as large as fits.

const OPTIONS = { renderChanges: true, renderComments: true, inWrapper: true };
const LEAST_SCALE = 0.35;
const COMMENTS_WIDTH = 226;

export class Paper {
  /** @param {HTMLElement} stage what scrolls */
  constructor(stage) {
    this.stage = stage;
    this.sheets = document.createElement("div");
    stage.replaceChildren(this.sheets);
    new ResizeObserver(() => this.fit()).observe(stage);
    stage.addEventListener("click", event => event.target.closest("a") && event.preventDefault());
  }

  /** Draw a document; the place in it stays. */
  async show(content) {
    const [next, styles] = [document.createElement("div"), document.createElement("div")];
    await docx.renderAsync(content, next, styles, OPTIONS);
    next.prepend(styles);
    // Laid out and invisible until it is ready, so that nothing jumps.
    next.style.cssText = "position: absolute; visibility: hidden; inset-block-start: 0;";
    this.stage.append(next);
    placeTextBoxes(next);
    cutIntoPages(next);
    numberPages(next);
    next.classList.toggle("commented", next.querySelector(".docx-comment-popover") !== null);
    const { scrollTop, scrollLeft } = this.stage;
    next.style.cssText = "";
    this.sheets.replaceWith(next);
    this.sheets = next;
    this.fit();
    placeComments(next);
    Object.assign(this.stage, { scrollTop, scrollLeft });
  }

  /** Make the sheets as wide as there is room. */
  fit() {
    const sheet = this.sheets.querySelector("section.docx");
    if (sheet === null) return;
    this.sheets.style.zoom = 1;
    const beside = this.sheets.classList.contains("commented") ? COMMENTS_WIDTH : 0;
    const room = this.stage.clientWidth / (sheet.offsetWidth + 48 + beside);
    this.sheets.style.zoom = Math.max(LEAST_SCALE, Math.min(1, room));
  }
}

/** The preview draws each text box as a table in front of its paragraph; see text_boxes.py. */
function placeTextBoxes(sheets) {
  for (const mark of sheets.querySelectorAll('span[id^="box-"]')) {
    const table = mark.closest("table");
    const [, , , side, wrapping, across, down, height] = mark.id.split("-");
    const section = table.closest("section").querySelector("article") ?? table.parentElement;
    const width = parseFloat(getComputedStyle(table).width);
    table.classList.add("text-box");
    table.style.height = `${height}px`;
    table.style.width = `${width}px`;
    const left = Number(across);
    if (wrapping === "inline" || wrapping === "alone") table.classList.add("alone");
    else if (wrapping === "over") {
      table.classList.add("over");
      if (side === "right") table.style.right = "0";
      else table.style.marginInlineStart = `${left}px`;
      table.style.marginBlockStart = `${down}px`;
    } else {
      const isRight = side === "right" || left > section.clientWidth / 2;
      table.classList.add(isRight ? "right" : "left");
      if (isRight && side !== "right")
        table.style.marginInlineEnd = `${Math.max(0, section.clientWidth - left - width)}px`;
      else if (!isRight) table.style.marginInlineStart = `${left}px`;
    }
  }
}

/** The preview makes one long sheet of a section; here each sheet gets what fits on a page, between whole lines. */
function cutIntoPages(sheets) {
  for (const sheet of [...sheets.querySelectorAll("section.docx")]) {
    let page = sheet;
    for (let last = null; page !== null && page !== last; ) {
      last = page;
      page = cutPage(page);
    }
  }
}

function cutPage(page) {
  const article = page.querySelector(":scope > article");
  const height = parseFloat(page.style.minHeight) * (96 / 72); // the preview writes points
  if (article === null || !(height > 0) || page.offsetHeight <= height + 2) return null;
  const rest = page.cloneNode(false);
  const footer = page.querySelector(":scope > footer");
  const notes = [...page.querySelectorAll(":scope > ol")];
  const below = (footer?.offsetHeight ?? 0) + parseFloat(getComputedStyle(page).paddingBottom);
  const limit = page.getBoundingClientRect().top + height - Math.max(below, parseFloat(getComputedStyle(page).paddingBottom));
  const first = firstBelow(article, limit);
  if (first === null) return null;
  const header = page.querySelector(":scope > header");
  if (header !== null) rest.append(header.cloneNode(true));
  const others = article.cloneNode(false);
  rest.append(others);
  moveFrom(first, article, others);
  rest.append(...notes);
  if (footer !== null) rest.append(footer.cloneNode(true));
  page.after(rest);
  return others.childNodes.length > 0 ? rest : null;
}

/** The first block, or row of a table, that ends below a height; a heading goes with what it is over. */
function firstBelow(article, limit) {
  const blocks = [...article.children];
  for (const [at, block] of blocks.entries()) {
    if (block.getBoundingClientRect().bottom <= limit || block.classList.contains("text-box")) continue;
    if (block.tagName === "TABLE") {
      const rows = [...block.rows];
      const over = rows.findIndex(row => row.getBoundingClientRect().bottom > limit);
      if (over > 0) return rows[over];
    }
    let first = at;
    while (first > 0 && /heading/i.test(blocks[first - 1].className)) first--;
    while (first > 0 && blocks[first - 1].classList.contains("text-box")) first--;
    return first > 0 ? blocks[first] : at + 1 < blocks.length ? blocks[at + 1] : null;
  }
  return null;
}

function moveFrom(first, article, others) {
  let following = first;
  if (first.tagName === "TR") {
    const table = first.closest("table");
    const rest = table.cloneNode(false);
    const columns = table.querySelector(":scope > colgroup");
    if (columns !== null) rest.append(columns.cloneNode(true));
    while (first !== null) {
      const next = first.nextElementSibling;
      rest.append(first);
      first = next;
    }
    others.append(rest);
    following = table.nextSibling;
  }
  while (following !== null) {
    const next = following.nextSibling;
    others.append(following);
    following = next;
  }
}

function numberPages(sheets) {
  const pages = [...sheets.querySelectorAll("section.docx")];
  const tell = (mark, number) => {
    const field = mark.nextElementSibling;
    if (field !== null) field.textContent = String(number);
  };
  pages.forEach((page, at) => {
    for (const mark of page.querySelectorAll("#page-number")) tell(mark, at + 1);
    for (const mark of page.querySelectorAll("#page-count")) tell(mark, pages.length);
  });
}

/** Each comment beside its line, below the one before. */
function placeComments(sheets) {
  for (const page of sheets.querySelectorAll("section.docx")) {
    const scale = page.getBoundingClientRect().width / page.offsetWidth;
    const top = page.getBoundingClientRect().top;
    let free = 0;
    for (const balloon of page.querySelectorAll(".docx-comment-popover")) {
      const here = (balloon.parentElement.closest("p") ?? balloon).getBoundingClientRect().top - top;
      free = Math.max(free, here / scale);
      balloon.style.insetBlockStart = `${free}px`;
      free += balloon.offsetHeight + 8;
    }
  }
}
