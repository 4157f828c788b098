import { expect, test } from "vitest";
import { outcomeText } from "../../src/state/outcome_text";
import { status } from "../../src/state/next_step";
import { reduce } from "../../src/state/reducer";
import type { LeftPlace, Session } from "../../src/state/session";
import { STATES } from "../gallery/states";

const redacted = (leftPlaces: readonly LeftPlace[]): Session => {
  const found = Object.values(STATES).find(each => each.stage.is === "redacted");
  if (found === undefined) throw new RangeError("no such state");
  return { ...found, leftPlaces };
};
const ID = "0000000000000001";

test("places that only the clean copy can finish are no problem, and others are", () => {
  const beyond = { id: ID, occurrence: null, why: "text_box" };
  const told = outcomeText(redacted([beyond, beyond]));
  expect(told?.title.text).toBe("2 places in the text that only the clean copy can redact");
  const refused = outcomeText(redacted([beyond, { id: ID, occurrence: 0, why: "locked" }]));
  expect([refused?.tone, refused?.title.text]).toEqual(["care", "2 places are left in the text"]);
  // Word redacts text alone: until the check, nobody knows what properties and names of authors still say.
  for (const left of [[], [beyond]]) {
    const claims = outcomeText(redacted(left))?.sentences.map(each => each.claims);
    expect(claims).toContainEqual({ "left.unchecked": true });
  }
});

test("the text is redacted once everything is decided; before that, only the accepted terms are", () => {
  const all = redacted([]);
  const open = new Map([...all.decisions].slice(1));
  const says = (session: Session) => [outcomeText(session)?.title.text, status(session).text];
  expect(says(all)).toEqual(["The text is redacted", "The text is redacted. Now check the file."]);
  expect(says({ ...all, decisions: open })).toEqual([
    "The accepted terms are redacted",
    "The accepted terms are redacted. Now check the file.",
  ]);
  expect(says({ ...all, decisions: open, leftPlaces: [{ id: ID, occurrence: 0, why: "locked" }] })[1]).toBe(
    "The accepted terms are redacted, except for 1 place.",
  );
});

test("places of the clean copy that nobody had decided on are counted, also for the script that recomputes claims", () => {
  const copied = Object.values(STATES).find(each => each.stage.is === "copied");
  const copy = copied?.copy ?? null;
  if (copied === undefined || copy === null) throw new RangeError("no such state");
  const sentences = (count: number) =>
    outcomeText({ ...copied, copy: { ...copy, redactedToo: count } })?.sentences ?? [];
  expect(sentences(2)).toContainEqual({
    text: "Unsaid also redacted 2 places without a decision: they looked like personal data only after other words were redacted.",
    claims: { "copy.redacted-too": 2 },
  });
  expect(JSON.stringify(sentences(0))).not.toContain("redacted-too");
});

test("an analysis names its step", () => {
  const start: Session = { ...redacted([]), stage: { is: "analysing", done: 0, total: 0 } };
  const finding = reduce(start, { type: "progress", done: 3, total: 9, step: "finding" });
  expect(JSON.stringify(status(finding))).toContain("Finding the terms in Word: 3 of 9 …");
});
