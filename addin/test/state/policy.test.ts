import { expect, test } from "vitest";
import type { EffectivePolicy } from "../../src/api/schemas";
import {
  amountsSentence,
  indexSentence,
  clientRequiredSentence,
  minLevel,
  minLevelSentence,
  policyName,
  prescribedIndustry,
} from "../../src/state/policy";
import { reduce } from "../../src/state/reducer";
import { maxLevel } from "../../src/state/levels";
import { currentQuestion, needsAnalysis } from "../../src/state/selectors";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, look } from "../gallery/sample_data";

const RULES: EffectivePolicy["rules"] = {
  ...{
    least_k: 8,
    personal: [],
    objective: null,
    placeholder: null,
    second_approver: false,
    amounts_together: false,
    index: "never",
    index_with_exceptions: false,
    blind_share: 0,
  },
  clean: { images: "keep", revisions: "keep", comments: "keep", remove_hidden_text: false, remove_traces: false },
};
const policy = (rules: Partial<EffectivePolicy["rules"]> = {}): EffectivePolicy => ({
  ...{ name: "client@3", of_client: true, since: "2026-11-03T09:00:00+00:00" },
  rules: { ...RULES, ...rules },
});
const after = (...actions: readonly Action[]): Session => actions.reduce(reduce, START);
const CLIENTS = Array.from({ length: 30 }, (_, at) => ({
  ...{
    name: at === 0 ? "Carrefour" : `Client ${at}`,
    utility: null,
    documents: 3,
    aliases: [],
    id: null,
    group: null,
  },
}));
const chosen = (...more: readonly Action[]): Session =>
  after(
    { type: "clients-loaded", clients: CLIENTS, hiddenClients: 0 },
    { type: "choose-client", client: "Carrefour" },
    ...more,
  );
const analysed = (session: Session, highest: number): Session =>
  reduce(session, {
    type: "analysed",
    answered: currentQuestion(session),
    analysis: analysis({
      levels: Array.from({ length: highest - 1 }, (_, at) => ({
        k: at + 2,
        k_held: true,
        k_reached: at + 2,
        kept_share: 0.9,
        panel: null,
        privacy: null,
        guess: look(2).guess,
      })),
    }),
  });

test("the policy is told with its owner and its date", () => {
  const own = chosen({ type: "policy-loaded", client: "Carrefour", policy: policy() });
  expect(minLevelSentence(own)).toBe("Level 8 is the lowest. Set by the policy of Carrefour (3 Nov 2026).");
  expect(policyName({ client: "Carrefour", policy: { ...policy(), of_client: false } })).toBe(
    "the default policy (3 Nov 2026)",
  );
});

test("amounts of a column are mentioned where the policy wants them redacted together", () => {
  const sentence = (rules: Partial<EffectivePolicy["rules"]>): string =>
    amountsSentence(chosen({ type: "policy-loaded", client: "Carrefour", policy: policy(rules) }));
  expect(sentence({})).toBe("");
  expect(sentence({ amounts_together: true })).toBe(
    "Redact all amounts of a table column, or none. Set by the policy of Carrefour (3 Nov 2026).",
  );
});

test("the index is mentioned where the policy lets all clean copies go there", () => {
  const sentence = (rules: Partial<EffectivePolicy["rules"]>): string =>
    indexSentence(chosen({ type: "policy-loaded", client: "Carrefour", policy: policy(rules) }));
  expect([sentence({}), sentence({ index: "on_request" })]).toEqual(["", ""]);
  expect(sentence({ index: "always" })).toBe(
    "Unsaid adds clean copies that meet all requirements to the index of released documents. Set by the policy of Carrefour (3 Nov 2026).",
  );
});

test("the level starts at the policy's, and cannot go below it", () => {
  const own = analysed(chosen({ type: "policy-loaded", client: "Carrefour", policy: policy() }), 10);
  expect([own.k, own.chosenLevel]).toEqual([8, 5]);
  const lower = reduce(own, { type: "set-level", k: 7 });
  expect([lower.k, lower.message]).toEqual([8, minLevelSentence(own)]);
  expect(reduce(own, { type: "set-level", k: 9 }).k).toBe(9);
});

test("the policy of one client does not count for another, nor without a client", () => {
  const own = chosen({ type: "policy-loaded", client: "Carrefour", policy: policy() });
  expect(minLevel(reduce(own, { type: "choose-client", client: "Client 1" }))).toBe(1);
  const late = reduce(own, { type: "policy-loaded", client: "Client 1", policy: policy({ least_k: 12 }) });
  expect(minLevel(late)).toBe(8);
  const none = after({ type: "policy-loaded", client: null, policy: { ...policy(), of_client: false } });
  expect(minLevel(none)).toBe(1);
  expect(clientRequiredSentence(none)).toMatch(/^Choose a client before you redact: the default policy/);
});

test("what the policy prescribes for the industry is asked for, whatever the checkbox was", () => {
  const uniform = policy({ objective: "uniform" });
  const own = chosen(
    { type: "keep-industry", keep: false },
    { type: "policy-loaded", client: "Carrefour", policy: policy({ objective: "floor" }) },
  );
  expect(prescribedIndustry(own)?.keep).toBe(true);
  expect(currentQuestion(own).objective).toBeNull();
  const other = reduce(own, { type: "policy-loaded", client: "Carrefour", policy: uniform });
  expect([prescribedIndustry(other)?.keep, currentQuestion(other).objective]).toEqual([false, null]);
});

test("levels above 10 take one request, and stay afterwards", () => {
  const first = analysed(chosen(), 10);
  expect([first.answered?.levels, maxLevel(first), needsAnalysis(first)]).toEqual([10, 20, false]);
  const wanted = reduce(first, { type: "set-level", k: 14 });
  expect([currentQuestion(wanted).levels, needsAnalysis(wanted)]).toEqual([20, true]);
  const all = analysed(wanted, 20);
  expect([all.k, needsAnalysis(all)]).toEqual([14, false]);
  for (const k of [16, 3]) expect(needsAnalysis(reduce(all, { type: "set-level", k }))).toBe(false);
});

test("a level that is not analysed yet cannot be redacted", () => {
  const ready = [
    { type: "terms-located", foundCounts: new Map([["0000000000000001", 1]]) },
    { type: "accept", ids: analysis().suggestions.map(each => each.id) },
  ] as const;
  const first = ready.reduce<Session>(reduce, analysed(chosen(), 10));
  expect(reduce(first, { type: "redact" }).stage.is).toBe("redacting");
  expect(reduce(reduce(first, { type: "set-level", k: 11 }), { type: "redact" }).stage.is).not.toBe("redacting");
});

test("a policy above 20 is asked for at once, and where fewer clients are known the slider ends there", () => {
  const high = chosen({ type: "policy-loaded", client: "Carrefour", policy: policy({ least_k: 25 }) });
  expect(currentQuestion(high).levels).toBe(25);
  expect(maxLevel(analysed(high, 25))).toBe(25);
  expect(maxLevel(analysed(chosen(), 7))).toBe(7);
});
