/** What the outcome card says after redacting, checking and copying. */

import type { Verification } from "../api/schemas";
import { plain, type Claims, type Statement } from "./claims";
import {
  adviceFor,
  clientNameStatement,
  countNew,
  countPlaces,
  damageSentence,
  keptStatement,
  leftAfterCheck,
  leftAfterRedacting,
  undecidedStatement,
  type Leftover,
} from "./leftovers";
import { indexStatement } from "./index_result";
import { inPlaceStatement, longerTerms, longerTermsStatement } from "./kept_apart";
import { plural } from "./number_format";
import { pending, redactedTitle } from "./selectors";
import type { Session } from "./session";
import { warningInWords, type Warning } from "./warnings";

export type Tone = "good" | "care" | "plain";

/** The card: a title, sentences, and the places that are left. */
export interface OutcomeText {
  readonly tone: Tone;
  readonly title: Statement;
  /** A paragraph for each. */
  readonly sentences: readonly Statement[];
  readonly left: readonly Leftover[];
}

/** Return what the card says; null where there is no outcome. */
export function outcomeText(session: Session): OutcomeText | null {
  const { stage, verification } = session;
  if (stage.is === "redacted") return withStanding(session, redactedText(session, leftAfterRedacting(session)));
  if (verification === null || (stage.is !== "checked" && stage.is !== "copied")) return null;
  const outcomeSoFar = withDamage(checkedText(session, verification), verification.damaged ?? []);
  const stays = verification.status === "left" ? undecidedStatement(session) : keptStatement(session, verification);
  const sentences = [
    ...outcomeSoFar.sentences,
    ...keptApart(session),
    ...shown(redactedTooStatement(session)),
    ...shown(indexStatement(session)),
    ...shown(stays),
  ];
  return withClientName(session, { ...outcomeSoFar, sentences });
}

/** Say that the clean copy redacts places that nobody had decided on. */
function redactedTooStatement({ stage, copy }: Session): Statement {
  const count = stage.is === "copied" ? (copy?.redactedToo ?? 0) : 0;
  if (count === 0) return plain("");
  return { text: warningInWords(redactedUndecided(count)), claims: { "copy.redacted-too": count } };
}

const redactedUndecided = (places: number): Warning => ({ code: "redacted_undecided", params: { places } });

/** Say where the words of redacted terms stay without being left. */
const keptApart = (session: Session): Statement[] => [
  ...shown(longerTermsStatement(session)),
  ...shown(inPlaceStatement(session)),
];

const shown = (statement: Statement): Statement[] => (statement.text === "" ? [] : [statement]);

/** Word redacts text alone. What else the file has is known when the service has checked it. */
const UNCHECKED: Statement = {
  text: "Everything else, such as properties, authors’ names and links, has not been checked. Check the file.",
  claims: { "left.unchecked": true },
};

/** Add what was not checked, and what is not redacted although nothing is left of what was accepted. */
function withStanding(session: Session, outcomeSoFar: OutcomeText): OutcomeText {
  const { sentences: told } = outcomeSoFar;
  const sentences = [...told, UNCHECKED, ...keptApart(session), ...shown(undecidedStatement(session))];
  return withClientName(session, { ...outcomeSoFar, sentences });
}

/** Add that the client's name still stands. Such a document is never shown as good. */
function withClientName(session: Session, outcomeSoFar: OutcomeText): OutcomeText {
  const name = clientNameStatement(session);
  return name.text === ""
    ? outcomeSoFar
    : { ...outcomeSoFar, tone: "care", sentences: [name, ...outcomeSoFar.sentences] };
}

/** Add that words beside placeholders changed. Such a file is never shown as good. */
function withDamage(outcomeSoFar: OutcomeText, { length }: NonNullable<Verification["damaged"]>): OutcomeText {
  if (length === 0) return outcomeSoFar;
  const claims: Claims = { "check.damaged": length };
  const title =
    outcomeSoFar.tone === "care"
      ? outcomeSoFar.title
      : { text: `Text changed at ${plural(length, "placeholder")}`, claims };
  const damage = { text: damageSentence(length), claims };
  return { ...outcomeSoFar, tone: "care", title, sentences: [...outcomeSoFar.sentences, damage] };
}

/** What can be done about the places that are left, a paragraph for each kind. */
function advice(left: readonly Leftover[]): Statement[] {
  return adviceFor(left).map(([remedy, places, text]) => ({ text, claims: { "left.remedy": { remedy, places } } }));
}

/** Tell whether the clean copy redacts all that is left: then nothing went wrong. */
function isForTheCopy(left: readonly Leftover[], textOnly: boolean): boolean {
  return !textOnly && left.length > 0 && left.every(each => each.remedy === "beyond");
}

function forTheCopy(places: number, where = ""): string {
  return `${plural(places, "place")}${where} that only the clean copy can redact`;
}

const IN_TEXT = " in the text";

function redactedText(session: Session, left: readonly Leftover[]): OutcomeText {
  const { documentChanged, access } = session;
  if (left.length === 0 && documentChanged) {
    const claims: Claims = { "document.changed": true };
    const text =
      "The accepted terms of the analysis are redacted in the text. Text that changed after the analysis was not analysed.";
    return {
      tone: "care",
      title: plain("Redacted, but the text has changed"),
      sentences: [{ text, claims }],
      left,
    };
  }
  if (left.length === 0) {
    const claims: Claims = { "left.places": 0 };
    const sentences = [{ text: `${allRedacted(session, IN_TEXT)}.`, claims }];
    return { tone: "plain", title: { text: redactedTitle(session), claims }, sentences, left };
  }
  const all = countPlaces(left);
  const still = countPlaces(left.filter(each => each.remedy !== "beside"));
  if (isForTheCopy(left, access.textOnly)) {
    const title: Statement = { text: forTheCopy(still, IN_TEXT), claims: { "left.still": still } };
    return { tone: "plain", title, sentences: advice(left), left };
  }
  const title: Statement =
    still === 0
      ? { text: `Text changed at ${plural(all, "place")}`, claims: { "left.places": all } }
      : { text: `${plural(still, "place is", "places are")} left${IN_TEXT}`, claims: { "left.still": still } };
  return { tone: "care", title, sentences: advice(left), left };
}

function checkedText(session: Session, verification: Verification): OutcomeText {
  const copied = session.stage.is === "copied";
  if (verification.status === "left")
    return leftText(leftAfterCheck(session, verification), copied, session.access.textOnly);
  if (verification.status === "not_examined") return notExaminedText(session, verification);
  const sentence = nothingLeft(session, copied ? "clean copy" : "document", verification.parts.length);
  const again = countNew(verification);
  if (again > 0) {
    const claims: Claims = { "check.new": again };
    const text = `${plural(again, "place still looks", "places still look")} like personal data.`;
    const title = { text: `Check ${plural(again, "place")}`, claims };
    return { tone: "care", title, sentences: [sentence, { text, claims }], left: [] };
  }
  return { ...outcomeTitle(session), sentences: [sentence], left: [] };
}

/** Where requirements are not met, only the accepted terms are known to be gone. */
function nothingLeft(session: Session, what: string, parts: number): Statement {
  return {
    text: `${whatIsGone(session)} is left in this ${what} (${plural(parts, "part")} examined).`,
    claims: { "check.status": "clean", "check.parts": parts },
  };
}

function whatIsGone(session: Session): string {
  if (isAnyInside(session)) return "Except inside terms that are not accepted, no accepted term";
  return session.outcome?.outcome === "not_met" ? "No accepted term" : "No term that had to be redacted";
}

const isAnyInside = (session: Session): boolean => longerTerms(session).length > 0;

function allRedacted(session: Session, where = ""): string {
  return isAnyInside(session)
    ? `Accepted terms are redacted${where}, except inside terms that are not accepted`
    : `All accepted terms are redacted${where}`;
}

/** Only a met outcome has the good tone. */
function outcomeTitle(session: Session): Pick<OutcomeText, "tone" | "title"> {
  const outcome = session.outcome?.outcome ?? null;
  const claims: Claims = outcome === null ? { "check.status": "clean" } : { "check.outcome": outcome };
  const redacted: Statement = { text: allRedacted(session), claims };
  switch (outcome) {
    case "met":
      return { tone: "good", title: { text: "Requirements met", claims } };
    case "met_with_exceptions":
      return { tone: "plain", title: { text: "Requirements met, with exceptions", claims } };
    case "not_met":
      return pending(session).length > 0
        ? { tone: "plain", title: redacted }
        : { tone: "care", title: { text: "Requirements not met", claims } };
    default:
      return { tone: "plain", title: redacted };
  }
}

function leftText(left: readonly Leftover[], copied: boolean, textOnly: boolean): OutcomeText {
  const places = countPlaces(left);
  const isExpected = !copied && isForTheCopy(left, textOnly);
  const text = isExpected ? forTheCopy(places) : `${plural(places, "place is", "places are")} not redacted`;
  const title: Statement = { text, claims: { "left.places": places } };
  const sentences = copied
    ? [
        plain(
          "Do not share this copy: these places could not be redacted. Change them in this document, then analyse again.",
        ),
      ]
    : advice(left);
  // Places in the copy cannot be visited in this document.
  return {
    tone: isExpected ? "plain" : "care",
    title,
    sentences,
    left: copied ? left.map(each => ({ ...each, visit: null, why: null })) : left,
  };
}

function notExaminedText(session: Session, { parts }: Verification): OutcomeText {
  if (parts.every(each => !each.examined)) {
    const sentence = session.access.textOnly
      ? "Word provided only the visible text. Open the document in the Word desktop app to check the whole file."
      : "Word did not provide the file, so the pane cannot check what else is left. You can still make a clean copy: the service makes and checks it without Word.";
    const title: Statement = { text: "The file was not checked", claims: { "check.status": "not_examined" } };
    return { tone: "care", title, sentences: [plain(sentence)], left: leftAfterRedacting(session) };
  }
  const unread = parts.filter(each => !each.examined);
  const met = session.outcome?.outcome !== "not_met";
  return {
    ...{ tone: unread.every(each => each.accepted) && met ? "good" : "care", left: [] },
    title: {
      text: `${plural(unread.length, "part was", "parts were")} not fully examined`,
      claims: { "check.not-examined": unread.length },
    },
    sentences: [
      {
        text: `${whatIsGone(session)} is left in the other parts. Check the parts below yourself.`,
        claims: { "check.status": "not_examined" },
      },
    ],
  };
}
