/** Laws that hold whatever people do, tried on many sequences of actions from a fixed seed. */

import { expect, test } from "vitest";
import { reduce } from "../../src/state/reducer";
import { goneWords } from "../../src/state/gone_words";
import { marks, currentQuestion } from "../../src/state/selectors";
import { START, type Action, type Session } from "../../src/state/session";
import { accepted, pending, rejected, visible } from "../../src/state/selectors";
import { many } from "../gallery/sample_data";

const ANALYSIS = many(60);
const IDS = ANALYSIS.suggestions.map(each => each.id);
const ROUNDS = 100;

/** Numbers that look like chance and are the same every time (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function some(pick: (below: number) => number): Action {
  const id = IDS[pick(IDS.length)] ?? "";
  const ids = IDS.filter(() => pick(8) === 0);
  const all: readonly Action[] = [
    { type: "accept", ids: [id] },
    { type: "accept", ids },
    { type: "accept-here", id, occurrence: pick(3) },
    { type: "reject", ids: [id], scope: "client" },
    { type: "replace-by", id, replacement: "something" },
    { type: "reopen", ids },
    { type: "set-level", k: 1 + pick(20) },
    { type: "undo" },
    { type: "filter", filter: { text: String(pick(9)) } },
  ];
  return all[pick(all.length)] ?? { type: "undo" };
}

function begun(): Session {
  const chosen = reduce(START, { type: "choose-client", client: "Carrefour" });
  return reduce(chosen, { type: "analysed", analysis: ANALYSIS, answered: currentQuestion(chosen) });
}

function played(seed: number): Session[] {
  const pick = chance(seed);
  const sessions = [begun()];
  for (let step = 0; step < 30; step++) sessions.push(reduce(sessions.at(-1) ?? START, some(pick)));
  return sessions;
}

test("undoing everything restores the start", () => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    let last = played(seed).at(-1) ?? START;
    while (last.history.length > 0) last = reduce(last, { type: "undo" });
    expect([...last.decisions]).toEqual([]);
  }
});

test("a term in view is undecided, accepted or kept: one of them", () => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    for (const session of played(seed)) {
      const sides = [...pending(session), ...accepted(session), ...rejected(session)].map(each => each.id).sort();
      expect(sides).toEqual(
        visible(session)
          .map(each => each.id)
          .sort(),
      );
      const goes = visible(session).length - rejected(session).length;
      const here = accepted(session).filter(({ id }) => session.decisions.get(id)?.occurrences !== undefined);
      expect(goneWords(session).gone.length).toBe(goes - here.length);
      expect(marks(session).size).toBe(goes);
    }
  }
});

test("a higher level shows all that a lower one shows", () => {
  const at = (k: number): Set<string> =>
    new Set(visible(reduce(begun(), { type: "set-level", k })).map(each => each.id));
  for (let k = 2; k <= 20; k++) expect([...at(k - 1)].filter(id => !at(k).has(id))).toEqual([]);
});

test("no action changes the session it was given", () => {
  for (let seed = 0; seed < 50; seed++) {
    const pick = chance(seed);
    const start = Object.freeze(begun());
    const before = JSON.stringify([...start.decisions]);
    for (let step = 0; step < 20; step++) reduce(start, some(pick));
    expect(JSON.stringify([...start.decisions])).toBe(before);
  }
});
