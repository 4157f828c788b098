/** Why a level is not reached: each cause that is known, and none that is not. */

import { expect, test } from "vitest";
import { pending } from "../../src/state/selectors";
import { shortfallSentence } from "../../src/state/shortfall";
import { stateRows } from "../../src/state/two_states";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { STATES } from "../gallery/states";

const state = (name: string): Session => STATES[name] ?? START;
const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);

test("a level that rejected terms prevent is reported", () => {
  const suggested = state("suggestions");
  const look = suggested.guess?.result;
  if (!look) throw new Error("the state has a look");
  const lacking: Session = {
    ...suggested,
    guess: { revision: suggested.revision, result: { ...look, k_reached: 3, k_held: false } },
  };
  expect(shortfallSentence(lacking).text).toBe(
    "Level 5 is not reached. The client is hidden among only three clients. " +
      "The text that is left still points to the client. Add terms of your own, or choose a lower level.",
  );
  const rules = { least_k: lacking.k, personal: [] };
  const atTheLowest = { ...lacking, policy: { name: "all@1", of_client: false, since: null, rules } };
  expect(shortfallSentence(atTheLowest as unknown as Session).text).toMatch(/Add terms of your own\.$/);
  const ids = pending(suggested).map(each => each.id);
  const of = (kind: string): string =>
    pending(suggested).find(each => each.suggestion?.kind === kind)?.id ?? "none of this kind";
  const [first, second] = [of("client"), of("personal")];
  const third = ids.find(id => id !== first && id !== second) ?? "";
  const why = (...actions: Action[]): string => {
    const decided = after(lacking, { type: "accept", ids }, ...actions);
    const told = shortfallSentence({
      ...decided,
      guess: { ...lacking.guess, revision: decided.revision },
    } as Session);
    return told.text.replace(/^.* three clients\. /, "");
  };
  const reject: Action = { type: "reject", ids: [first, second], scope: "document" };
  const write: Action = { type: "replace-by", id: third, replacement: "a shop" };
  const here: Session = after(lacking, { type: "accept", ids });
  const partial = { verdict: "accepted", scope: "here", occurrences: [0] } as const;
  expect(why()).toMatch(/^The text that is left still points to the client\./);
  expect(why(reject)).toBe("2 suggested terms are rejected. Accept more terms, or choose a lower level.");
  expect(why(write)).toBe(
    "Someone wrote other words instead of placeholders. These words count like the rest of the text. Use placeholders instead, or choose a lower level.",
  );
  expect(why(reject, write)).toBe(
    "2 suggested terms are rejected. Someone wrote other words instead of placeholders. These words count like the rest of the text. " +
      "Accept more terms and use placeholders instead of the words that were written, or choose a lower level.",
  );
  const some = { ...here, decisions: new Map(here.decisions).set(first, partial) };
  const told = shortfallSentence({ ...some, guess: { ...lacking.guess, revision: some.revision } } as Session);
  expect(told.text).toMatch(
    /Some places of accepted terms are not redacted\. Accept more terms, or choose a lower level\.$/,
  );
  const both = after(some, { type: "reject", ids: [second], scope: "document" });
  const causes = shortfallSentence({ ...both, guess: { ...lacking.guess, revision: both.revision } } as Session);
  expect(causes.text).toMatch(
    / 1 suggested term is rejected\. Some places of accepted terms are not redacted\. Accept more terms, or/,
  );
  expect(causes.claims).toMatchObject({ "decisions.rejected": 1, "decisions.partial": true });
  // The rank is among all clients; the level counts those of the industry where the text shows it.
  const inside: Session = {
    ...suggested,
    guess: { revision: suggested.revision, result: { ...look, k_reached: 8, k_held: false } },
  };
  expect(shortfallSentence(inside).text).toMatch(
    /^Level 5 is not reached. Too few clients of the client’s industry are likelier. The text/,
  );
  expect(stateRows(inside).map(each => each.text)).toContain(
    "8th likeliest of 450: 13\u00a0%; level 5 is not reached",
  );
  expect(shortfallSentence(suggested).text).toBe("");
  const changed = after(lacking, { type: "document-changed" });
  const old = shortfallSentence({ ...changed, guess: { ...lacking.guess, revision: changed.revision } } as Session);
  expect(old.text).toMatch(/^Before the change: Level 5 is not reached\. The client is hidden among only three/);
});
