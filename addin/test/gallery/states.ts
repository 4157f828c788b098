/** Every state of the pane, reached as people and the flow reach it: by actions. */

import type { Session, Action } from "../../src/state/session";
import { reduce } from "../../src/state/reducer";
import { START } from "../../src/state/session";
import { pending, currentQuestion } from "../../src/state/selectors";
import { ERROR_MESSAGES, type ErrorKind } from "../../src/state/error_messages";
import {
  analysis,
  CLIENTS,
  EXCEPTED,
  inReview,
  look,
  many,
  MET,
  NOT_MET,
  release,
  SUGGESTIONS,
  verification,
  foundIn,
  foundInParagraph,
} from "./sample_data";

type Step = Action | ((session: Session) => Action);

const after = (start: Session, ...steps: readonly Step[]): Session =>
  steps.reduce((session, step) => reduce(session, typeof step === "function" ? step(session) : step), start);

const REACH = { inPlace: true, blockedBy: null, textOnly: false, textBoxes: true } as const;
const foundCounts = new Map(SUGGESTIONS.map(each => [each.id, each.term === "banner" ? 7 : each.count]));
const occurrencePlaces = new Map(SUGGESTIONS.map(each => [each.id, each.places.map((_, at) => at)]));
const id = (term: string): string => SUGGESTIONS.find(each => each.term === term)?.id ?? "";

const opened = after(
  START,
  { type: "access-changed", access: REACH },
  { type: "clients-loaded", clients: CLIENTS, hiddenClients: 12 },
  { type: "client-guessed", looksLike: { client: "Carrefour", probability: 0.98 } },
  { type: "choose-client", client: "Carrefour" },
);

const looked: Step = ({ revision, k }) => ({ type: "guessed", revision, guess: look(k) });
const told: readonly Step[] = [
  session => ({ type: "analysed", analysis: analysis(), answered: currentQuestion(session) }),
  { type: "level-one-guessed", guess: look(1) },
  { type: "terms-located", foundCounts, occurrencePlaces },
  looked,
];

const suggested = after(opened, ...told);
const accepting: Step = session => ({ type: "accept", ids: pending(session).map(each => each.id) });
const someDecided = after(
  suggested,
  { type: "accept", ids: [id("Carrefour"), id("quadrant"), id("Imogen Thackeray")] },
  { type: "reject", ids: [id("Proxi")], scope: "client" },
  { type: "replace-by", id: id("hypermarket"), replacement: "large shop" },
  { type: "select", id: id("banner") },
  { type: "place-shown", id: id("banner"), occurrence: 1, of: 7 },
  looked,
);
const allAccepted = after(suggested, accepting);
const redacted = after(
  allAccepted,
  { type: "redact" },
  { type: "redacted", redactedIds: SUGGESTIONS.map(each => each.id), leftPlaces: [], trackingLost: false },
);
const partlyRedacted = after(
  allAccepted,
  { type: "redact" },
  {
    type: "redacted",
    redactedIds: SUGGESTIONS.filter(each => !["banner", "Desmond"].includes(each.term)).map(each => each.id),
    leftPlaces: [
      { id: id("banner"), occurrence: 3, why: "locked" },
      { id: id("banner"), occurrence: 4, why: "locked" },
      { id: id("Desmond"), occurrence: 0, why: "still_there" },
    ],
    trackingLost: true,
  },
);

const covered = [
  { part: "word/document.xml", kind: "body", treatment: "redacted in place", count: 84 },
  { part: "word/footer1.xml", kind: "footer", treatment: "redacted in place", count: 2 },
  { part: "word/comments.xml", kind: "comment", treatment: "removed", count: 5 },
  { part: "docProps/core.xml", kind: "property", treatment: "removed", count: 6 },
  { part: "word/media/image1.png", kind: "picture", treatment: "not examined", count: 1 },
];

const unread = verification({
  status: "not_examined",
  parts: [
    ...verification({}).parts,
    ...(["picture", "ole_object"] as const).map(content => ({
      part: content === "picture" ? "word/media/image1.png" : "word/embeddings/oleObject1.bin",
      ...{ examined: false, why: content, accepted: false },
      reason: { code: "content_not_read" as const, params: { content } },
    })),
  ],
});
/** Its position among all spellings that had to go. */
const string = (term: string): number =>
  SUGGESTIONS.flatMap(each => each.spellings.map(() => each.term)).indexOf(term);
const left = verification({
  status: "left",
  places: [
    ...[4, 5].map(at => ({ part: "word/document.xml", ...foundInParagraph(at), placeholder: "[TERM]" })),
    { part: "word/document.xml", ...foundInParagraph(2, "text box"), placeholder: "[PERSON 3]" },
    { part: "word/document.xml", ...foundIn("text"), placeholder: "[TERM]" },
    { part: "docProps/core.xml", ...foundIn("text"), placeholder: "[CLIENT]" },
  ].map(each => ({
    ...each,
    string: { "[TERM]": string("banner"), "[PERSON 3]": string("Desmond") }[each.placeholder] ?? 0,
    count: 1,
  })),
});
const someLeft = after(
  allAccepted,
  { type: "redact" },
  {
    ...{ type: "redacted", redactedIds: SUGGESTIONS.map(each => each.id), trackingLost: false },
    leftPlaces: [
      { id: id("banner"), occurrence: null, why: "text_box" },
      { id: id("banner"), occurrence: null, why: "text_box" },
      { id: id("Carrefour"), occurrence: 0, why: "locked" },
      { id: id("Desmond"), occurrence: 0, why: "cancelled" },
      { id: id("quadrant"), occurrence: 0, why: "gone" },
    ],
  },
);
const here = after(
  suggested,
  { type: "accept-here", id: id("banner"), occurrence: 0 },
  { type: "reject", ids: [id("Proxi"), id("hypermarket")], scope: "document" },
);
const hereRedacted = after(
  after(here, accepting),
  { type: "redact" },
  { type: "redacted", redactedIds: SUGGESTIONS.map(each => each.id), leftPlaces: [], trackingLost: false },
);
const stays = verification({
  stays: [2, 3, 7].map(at => ({
    ...{ part: "word/document.xml", ...foundInParagraph(at), placeholder: "[TERM]", term: 0, count: 2 },
  })),
});
const foundAgain = verification({
  new: [
    { part: "word/document.xml", ...foundInParagraph(12), count: 2, entity: "PERSON" },
    { part: "word/footer1.xml", ...foundInParagraph(1, "footer"), count: 1, entity: "PHONE_NUMBER" },
  ],
});
const made = { name: "document.docx", coverage: covered, privacy: release(5), redactedToo: 0 };

/** The blind rater sees the decisions of others on all terms but those of the sample. */
const judging = inReview("submitted", false, ["claim"], { sample: { share: 0.2, by: "me", mayTake: false } });
const sampled = [id("Carrefour"), id("quadrant"), id("Imogen Thackeray"), id("banner")];
const blind = after(
  opened,
  session => ({
    type: "analysed",
    analysis: {
      ...analysis(),
      suggestions: SUGGESTIONS.map(each => ({ ...each, blind: sampled.includes(each.id) })),
    },
    answered: currentQuestion(session),
  }),
  { type: "level-one-guessed", guess: look(1) },
  { type: "terms-located", foundCounts, occurrencePlaces },
  looked,
);

const reviewed = (review: NonNullable<Session["review"]>): Session =>
  after(someDecided, { type: "review-changed", review });

const TROUBLES = Object.fromEntries(
  (Object.keys(ERROR_MESSAGES) as ErrorKind[]).map(kind => [
    `error-${kind.replaceAll("_", "-")}`,
    after(kind === "signed_out" || kind === "no_model" ? opened : suggested, {
      type: "failed",
      error: { kind },
    }),
  ]),
);

/** The states by their names. */
export const STATES: Readonly<Record<string, Session>> = {
  opening: START,
  analysing: after(opened, { type: "analysing" }, { type: "progress", done: 3, total: 12 }),
  "first-time": after(suggested, { type: "welcome", open: true }),
  "no-client": after(opened, { type: "choose-client", client: null }, session => ({
    type: "analysed",
    analysis: analysis({
      ...{ client: null, levels: [], objective: null, near_misses: [] },
      suggestions: SUGGESTIONS.filter(each => each.kind === "personal"),
    }),
    answered: currentQuestion(session),
  })),
  "nothing-found": after(opened, session => ({
    type: "analysed",
    analysis: analysis({ suggestions: [], near_misses: [] }),
    answered: currentQuestion(session),
  })),
  suggestions: suggested,
  "some-decided": someDecided,
  "all-accepted": allAccepted,
  "level-1": after(suggested, { type: "set-level", k: 1 }),
  "level-20": after(suggested, { type: "set-level", k: 20 }, looked),
  "many-suggestions": after(opened, session => ({
    type: "analysed",
    analysis: many(2000),
    answered: currentQuestion(session),
  })),
  "names-not-checked": after(opened, session => ({
    type: "analysed",
    analysis: analysis({ messages: [{ code: "names_not_checked", params: {} }] }),
    answered: currentQuestion(session),
  })),
  filtered: after(someDecided, { type: "filter", filter: { text: "zebra" } }),
  near: after(
    suggested,
    { type: "unfold", group: "near", open: true },
    { type: "unfold", group: "client", open: false },
    { type: "unfold", group: "people", open: false },
  ),
  redacting: after(allAccepted, { type: "redact" }, { type: "progress", done: 2, total: 7 }),
  redacted,
  "redacted-partly": partlyRedacted,
  checking: after(redacted, { type: "check" }),
  clean: after(redacted, { type: "checked", verification: verification({}), outcome: MET }),
  "not-met": after(redacted, { type: "checked", verification: verification({}), outcome: NOT_MET }),
  left: after(partlyRedacted, { type: "checked", verification: left }),
  "left-for-many-reasons": someLeft,
  "left-in-the-copy": after(redacted, { type: "copied", opened: true, copy: made, verification: left }),
  "clean-but-for-what-stays": after(hereRedacted, { type: "checked", verification: stays, outcome: EXCEPTED }),
  "clean-and-undecided": after(
    someDecided,
    { type: "redact" },
    { type: "redacted", redactedIds: [id("Carrefour")], leftPlaces: [], trackingLost: false },
    { type: "checked", verification: verification({}) },
  ),
  "found-again": after(redacted, { type: "copied", opened: true, copy: made, verification: foundAgain }),
  "copied-not-examined": after(redacted, { type: "copied", opened: true, copy: made, verification: unread }),
  "not-checked": after(redacted, { type: "checked", verification: unread }),
  copying: after(redacted, { type: "copy" }),
  copied: after(redacted, {
    ...{ type: "copied", opened: false, copy: made },
    verification: verification({}),
    outcome: MET,
  }),
  changed: after(someDecided, { type: "document-changed" }),
  "tracking-locked": after(someDecided, {
    type: "access-changed",
    access: { ...REACH, inPlace: false, blockedBy: "tracking_locked" },
  }),
  partial: after(someDecided, { type: "access-changed", access: { ...REACH, textOnly: true } }),
  "sign-in-token": after(START, { type: "failed", error: { kind: "signed_out", signInWith: "token" } }),
  "review-mine": reviewed(inReview("claimed", true, ["release", "approve", "return"])),
  "review-not-met": after(reviewed(inReview("claimed", true, ["release", "approve", "return"])), {
    type: "not-approved",
    unmet: [
      { kind: "k", count: 1 },
      { kind: "PHONE_NUMBER", count: 2 },
    ],
  }),
  "review-theirs": reviewed(inReview("submitted", false, ["recall", "claim"])),
  "review-second": reviewed(inReview("second", false)),
  "review-offered": reviewed(
    inReview("submitted", false, ["claim"], { sample: { share: 0.2, by: null, mayTake: true } }),
  ),
  "review-blind": after(blind, { type: "review-changed", review: judging }),
  help: after(suggested, { type: "help", open: true }),
  ...TROUBLES,
};
