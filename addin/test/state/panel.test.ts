/** How many held-out attackers name the client: said only of the text that they were asked about. */

import { expect, test } from "vitest";
import { attackedStates } from "../../src/state/attackers";
import { panelOf, plannedNamed, standingNamed } from "../../src/state/panel";
import { costs, curve, curveDescription, missingPanel } from "../../src/state/risk";
import { reduce } from "../../src/state/reducer";
import { pending } from "../../src/state/selectors";
import { START, type Action, type Session } from "../../src/state/session";
import { stateRows } from "../../src/state/two_states";
import { panel, SUGGESTIONS, verification } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const state = (name: string): Session => STATES[name] ?? START;
const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const id = (term: string): string => SUGGESTIONS.find(each => each.term === term)?.id ?? "";
const open = after(state("suggestions"), { type: "set-level", k: 2 });
const ids = pending(open).map(each => each.id);
const redacted = after(
  open,
  { type: "accept", ids },
  { type: "redacted", redactedIds: ids, leftPlaces: [], trackingLost: false },
);
const CHANGED = "attackers not asked since the document changed";
const DECIDED = "attackers not asked about your decisions";

test("as it stands and at the level are two numbers, each with its claim", () => {
  expect(standingNamed(open)).toEqual({ text: "named by 4 of 4 attackers", claims: { "standing.panel": [4, 4] } });
  expect(plannedNamed(open)).toEqual({ text: "named by 2 of 4 attackers", claims: { "planned.panel": [2, 4] } });
  expect(costs(open)?.guessed).toEqual(plannedNamed(open));
  expect(stateRows(open).map(each => [each.title, each.panel.text])).toEqual([
    ["Now", "named by 4 of 4 attackers"],
    ["If all accepted", "named by 2 of 4 attackers"],
  ]);
});

test("a document that has changed is not the one that was measured, until the file is checked", () => {
  expect(standingNamed(redacted).text).toBe(`${CHANGED}: check the file`);
  const checked = (given: Parameters<typeof verification>[0]): string =>
    standingNamed(after(redacted, { type: "checked", verification: verification(given) })).text;
  expect(checked({ panel: panel(1) })).toBe("named by 1 of 4 attackers");
  expect(checked({})).toBe(CHANGED);
  const edited = after(open, { type: "document-changed" });
  expect([standingNamed(edited).text, plannedNamed(edited).text]).toEqual([`${CHANGED}: analyse again`, CHANGED]);
  const textOnly = { ...redacted, access: { ...redacted.access, textOnly: true } };
  expect(standingNamed(textOnly).text).toBe(CHANGED);
  const restored = after(redacted, {
    ...{ type: "restored", ids, places: 1, plain: 0, notRestored: [], trackingLost: false },
    restorable: redacted.restorable,
  });
  // The button says to redact then.
  expect(standingNamed(restored).text).toBe(CHANGED);
});

test("a check that ends after another edit measures nothing that stands there", () => {
  const late = after(
    redacted,
    { type: "document-changed" },
    { type: "checked", verification: verification({ panel: panel(0) }) },
  );
  expect(standingNamed(late).text).toBe(`${CHANGED}: analyse again`);
});

test("the number of the level is said only where exactly its suggestions become placeholders", () => {
  const banner = [id("Carrefour")];
  const told = (...actions: Action[]): string => plannedNamed(after(open, ...actions)).text;
  expect(told({ type: "accept", ids })).toBe("named by 2 of 4 attackers");
  expect(told({ type: "reject", ids: banner, scope: "document" })).toBe(DECIDED);
  expect(told({ type: "replace-by", id: id("Carrefour"), replacement: "the shop" })).toBe(DECIDED);
  expect(told({ type: "accept-here", id: id("Carrefour"), occurrence: 0 })).toBe(DECIDED);
  expect(told({ type: "set-level", k: 1 })).toBe("attackers not asked at level 1");
  const higher = { ...redacted, redactedIds: new Set([id("promotion")]) };
  expect(plannedNamed(higher).text).toBe(DECIDED);
});

test("once all is redacted, the slider has the number of the check or of the copy, which have asked", () => {
  const written = after(
    open,
    { type: "accept", ids },
    { type: "replace-by", id: id("Carrefour"), replacement: "the shop" },
  );
  const told = (session: Session): string => costs(session)?.guessed?.text ?? "";
  expect(told(written)).toBe(DECIDED);
  const gone = after(written, { type: "redacted", redactedIds: ids, leftPlaces: [], trackingLost: false });
  expect(told(gone)).toBe(DECIDED);
  const asked = after(gone, { type: "checked", verification: verification({ panel: panel(3) }) });
  expect(costs(asked)?.guessed).toEqual({
    text: "named by 3 of 4 attackers",
    claims: { "standing.panel": [3, 4] },
  });
  expect(told(after(asked, { type: "document-changed" }))).toBe(CHANGED);
  const { copy } = state("copied");
  const made = after(written, {
    ...{ type: "copied", opened: true, copy: { ...copy, panel: panel(1) }, verification: verification({}) },
  } as Action);
  expect(costs(made)?.guessed).toEqual({ text: "named by 1 of 4 attackers", claims: { "copy.panel": [1, 4] } });
  expect(plannedNamed(made).text).toBe("attackers asked about the clean copy only");
});

test("nothing is said of another client than the one that was analysed", () => {
  const other = after(open, { type: "choose-client", client: "Danone" });
  expect([standingNamed(other).text, plannedNamed(other).text, attackedStates(other)]).toEqual(["", "", []]);
  expect(missingPanel(other).text).toBe("");
});

test("the clean copy has its own number", () => {
  const { copy } = state("copied");
  if (copy === null) throw new Error("it has a copy");
  const risk = { guess: [], k_reached: 5, k_held: true };
  const copied = after(redacted, {
    ...{ type: "copied", opened: true, copy: { ...copy, risk, panel: panel(0) }, verification: verification({}) },
  });
  expect(stateRows(copied).map(each => each.panel.text)).toEqual([CHANGED, "named by 0 of 4 attackers"]);
});

test("the curve shows attackers, none at level 1, and says all of their numbers", () => {
  expect(
    curve(open)
      .slice(0, 4)
      .map(each => each.guessed),
  ).toEqual([null, 0.5, 0.25, 0]);
  expect(curveDescription(open).text).toContain(
    "How many of the 4 attackers name the client at levels 2 to 20: 2, 1, 0,",
  );
});

test("an older model version has none, and says so to people who see all clients", () => {
  const { analysis } = open;
  if (analysis === null) throw new Error("it is analysed");
  const levels = analysis.levels.map(each => ({ ...each, panel: {} }));
  const older: Session = {
    ...open,
    hiddenClients: 0,
    analysis: { ...analysis, panel: {}, levels },
    panelNow: null,
  };
  expect(panelOf({})).toBeNull();
  expect(missingPanel(older).text).toBe(
    "This model version has no held-out attackers for this client. Ask your administrator to train the model again.",
  );
  expect(missingPanel({ ...older, hiddenClients: 1 }).text).toBe("");
  expect(missingPanel({ ...open, hiddenClients: 0 }).text).toBe("");
  expect(costs(older)?.guessed?.text).toMatch(/^client is guessed: \d+ in 100$/);
  expect(costs({ ...older, documentChanged: true })?.guessed?.text).toMatch(/ in 100 before the change$/);
  expect(stateRows(older).map(each => each.panel.text)).toEqual(["", ""]);
});

test("on request the attackers are named, with the nearest and its rank", () => {
  const [now, level] = attackedStates(open);
  expect(now?.title.text).toBe("Now");
  expect(now?.groups.map(each => each.text)).toEqual([
    "Among 9 clients, 4 of 4 attackers that read single words name the client. The closest, “words: naive Bayes .1”, ranks the client 1st.",
    "Among 9 clients, 1 of 3 attackers that read pairs, style or sentences names the client. The closest, “windows of 8 words”, ranks the client 1st.",
  ]);
  expect(level?.title.text).toBe(
    "At level 2, if every suggested term is redacted, including those that you rejected or changed",
  );
  expect(level?.groups[0]?.names).toHaveLength(2);
});
