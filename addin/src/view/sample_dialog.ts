/** The dialog in which a reviewer judges the blind sample: one term after the other, without the decisions of others. */

import { mayTakeSample, shareOf, termsToJudge } from "../state/blind_sample";
import { plural } from "../state/number_format";
import { fullReason } from "../state/reasons";
import type { BlindVerdict } from "../state/review_status";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import type { Entry } from "../state/suggestion_list";
import { button, make, setText, setVisible, type Region } from "./dom";

/** The dialog, and how to open it. It opens by itself once for a person who may take the sample. */
export interface SampleDialog extends Region {
  readonly element: HTMLDialogElement;
  open(): void;
}

/** The dialog of the sample; its verdicts stay in the pane until they are submitted. */
export function sampleDialog(store: Store): SampleDialog {
  const verdicts = new Map<string, boolean>();
  /** Where the person is; behind the last term, all of them are judged. */
  let at = 0;
  let total = 0;
  let shown: string | null = null;
  let wasOffered = false;
  /** The analysis that the pane had when it asked the service; the next one has the answer. */
  let asked: Session["analysis"] = null;

  const title = make("h2", { id: "sample-title", tabindex: "-1", autofocus: true }, "Judge a sample");
  const offer = make("p", {});
  const take = button("Judge the sample", () => ask(null), { class: "primary" });
  const notNow = button("Look at the decisions instead", () => element.close());
  const asking = make("div", { class: "row" }, take, notNow);

  const waiting = make("p", { role: "status" });
  const where = make("p", { class: "hint" });
  const term = make("p", { class: "sample-term" });
  const why = make("p", { class: "hint" });
  // Read as a whole when the next term comes; the focus stays on the button that was pressed.
  const current = make("div", { "aria-live": "polite", "aria-atomic": "true" }, where, term, why);
  const redact = button("Redact", () => judge(true), { "aria-keyshortcuts": "A" });
  const keep = button("Keep", () => judge(false), { "aria-keyshortcuts": "R" });
  const back = button("Back", () => go(at - 1));
  const place = button(
    "Next place",
    () => shown !== null && store.dispatch({ type: "step-place", id: shown, by: 1 }),
  );
  const judging = make("div", { class: "row" }, redact, keep, back, place);

  const note = make("p", { class: "hint" }, "A: redact. R: keep. Your decisions are final once you submit them.");
  const submit = button("", () => send(), { class: "primary" });
  const close = button("Close", () => element.close());
  const ending = make("div", { class: "row" }, submit, close);
  const element = make(
    "dialog",
    { class: "sample", "aria-labelledby": "sample-title" },
    ...[title, offer, asking, waiting, current, judging, note, ending],
  );

  element.addEventListener("keydown", event => {
    const verdict = { a: true, r: false }[event.key.toLowerCase()];
    if (verdict === undefined || event.ctrlKey || event.metaKey || event.altKey || judging.hidden) return;
    event.preventDefault();
    if (shown !== null) judge(verdict);
  });

  function judge(goes: boolean): void {
    const terms = termsToJudge(store.session);
    const now = terms[at];
    if (now === undefined) return;
    verdicts.set(now.id, goes);
    go(at + 1);
    if (at >= terms.length) submit.focus();
  }

  function go(to: number): void {
    at = Math.max(0, to);
    draw(store.session);
    if (back.disabled) redact.focus();
  }

  function send(): void {
    const wanted = new Set(termsToJudge(store.session).map(each => each.id));
    const all = [...verdicts].filter(([id]) => wanted.has(id)).map(([id, goes]) => ({ id, goes }));
    if (all.length > 0) ask(all);
  }

  function ask(all: readonly BlindVerdict[] | null): void {
    asked = store.session.analysis;
    store.dispatch({ type: "judge-sample", verdicts: all });
    draw(store.session);
    title.focus();
  }

  function isWaiting(session: Session): boolean {
    return session.stage.is !== "deciding" || (asked !== null && session.analysis === asked);
  }

  function draw(session: Session): void {
    const sample = session.review?.sample ?? null;
    const terms = termsOf(session);
    const waits = isWaiting(session);
    const isAsked = sample?.by === null && !waits;
    if (sample && isAsked) setText(offer, offerSentence(shareOf(sample)));
    for (const each of [offer, asking]) setVisible(each, isAsked);
    const done = terms.filter(({ id }) => verdicts.has(id)).length;
    setText(waiting, waitingSentence(waits, terms.length, done));
    setVisible(waiting, waiting.textContent !== "");
    setText(submit, `Submit ${plural(done, "decision")}`);
    setVisible(submit, done > 0 && !waits);
    setVisible(ending, !isAsked);
    drawTerm(waits ? [] : terms);
  }

  function drawTerm(terms: readonly Entry[]): void {
    // While the pane waits there are no terms, and the person stays where they were.
    if (terms.length > 0 && terms.length !== total) [at, total] = [0, terms.length];
    const now = terms[at];
    for (const each of [current, redact, keep, place, note]) setVisible(each, now !== undefined);
    setVisible(judging, terms.length > 0);
    back.disabled = at === 0;
    if (now) showTerm(now, terms.length);
  }

  function showTerm(now: Entry, all: number): void {
    const given = verdicts.get(now.id);
    const before = given === undefined ? "" : `. You chose: ${given ? "redact" : "keep"}`;
    setText(where, `Term ${at + 1} of ${all}${before}`);
    setText(term, `“${now.term}”`);
    setText(why, `${fullReason(now.reason)}. ${plural(now.count, "place")}.`);
    if (shown === now.id) return;
    shown = now.id;
    store.dispatch({ type: "select", id: now.id }); // the document follows
  }

  function open(): void {
    wasOffered = true;
    shown = null;
    draw(store.session);
    if (!element.open) element.showModal();
  }

  /** Close where the pane says why, or where everything is judged. */
  function closeWhenDone(session: Session): void {
    if (!isWaiting(session) && isJudged(session)) {
      verdicts.clear();
      at = 0;
    } else if (session.error === null && session.review?.sample) return;
    asked = null;
    element.close();
  }

  /** Begin with what is left once the service has answered. */
  function takeAnswer(session: Session): void {
    if (asked === null || isWaiting(session)) return;
    asked = null;
    at = 0;
    draw(session);
    redact.focus(); // the button that was pressed is hidden, and the keys work where the focus is
  }

  return {
    element,
    open,
    update(session) {
      if (!wasOffered && mayTakeSample(session) && session.error === null) open();
      if (element.open) closeWhenDone(session);
      if (!element.open) return;
      takeAnswer(session);
      draw(session);
    },
  };
}

/** List what to judge: nothing before the sample is taken. */
function termsOf(session: Session): readonly Entry[] {
  return session.review?.sample?.by === "me" ? termsToJudge(session) : [];
}

/** Tell whether nothing is left to judge at this level. */
function isJudged(session: Session): boolean {
  const isMine = session.review?.sample?.by === "me";
  return isMine && termsToJudge(session).length === 0;
}

function offerSentence(share: string): string {
  return (
    `Before an approval, a reviewer who took no part in the review must judge ${share} without seeing the decisions. ` +
    "If you look at the decisions first, your judgement is not independent."
  );
}

function waitingSentence(isWaiting: boolean, left: number, judged: number): string {
  if (isWaiting) return "Preparing the terms …";
  if (left === 0 || judged < left) return "";
  return "You have judged all these terms. Your decisions are final once you submit them.";
}
