import { describe, expect, test } from "vitest";
import { needsAnalysis, marks, currentQuestion, visible } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { accepted, redactedTerms, pending, replacements, decisionsToSend } from "../../src/state/selectors";
import type { Decision } from "../../src/state/decisions";
import { nextStep } from "../../src/state/next_step";
import { analysis, inReview, look, suggestion, verification } from "../gallery/sample_data";

const REACH = { inPlace: true, blockedBy: null, textOnly: false, textBoxes: true } as const;

/** Three client terms of levels 2, 3 and 7, a person, and a near miss. */
const SMALL = analysis({
  suggestions: [
    suggestion("c2", { term: "Carrefour", from_level: 2, count: 3 }),
    suggestion("c3", { term: "banner", from_level: 3, count: 2, generalisations: ["brand"] }),
    suggestion("c7", { term: "shelf", from_level: 7 }),
    suggestion("p1", { term: "Imogen", kind: "personal", entity: "PERSON", from_level: null }),
  ],
});

const located = (told: typeof SMALL): Action => ({
  type: "terms-located",
  foundCounts: new Map(told.suggestions.map(each => [each.id, each.count])),
  occurrencePlaces: new Map(told.suggestions.map(each => [each.id, each.places.map((_, at) => at)])),
});

function after(start: Session, ...actions: Action[]): Session {
  return actions.reduce(reduce, start);
}

test("once the review has changed, nothing says that it was not approved", () => {
  const review = inReview("second", false);
  const refused = after(START, { type: "not-approved", unmet: [{ kind: "k", count: 1 }] });
  expect(refused.message).toBe("Not approved: not all requirements are met.");
  expect(after(refused, { type: "review-changed", review })).toMatchObject({ message: null, unmet: [], review });
  const other = after(START, { type: "message", sentence: "Saved." }, { type: "review-changed", review });
  expect(other.message).toBe("Saved.");
});

const analysed = (session: Session, told = SMALL): Session =>
  after(session, { type: "analysed", analysis: told, answered: currentQuestion(session) }, located(told));
const opened = analysed(
  after(START, { type: "access-changed", access: REACH }, { type: "choose-client", client: "Carrefour" }),
);
const ids = (entries: readonly { id: string }[]): string[] => entries.map(each => each.id);
const accept = (...all: string[]): Action => ({ type: "accept", ids: all });
const reject = (...all: string[]): Action => ({ type: "reject", ids: all, scope: "document" });

describe("the slider", () => {
  test.each([
    [1, ["p1"]],
    [2, ["c2", "p1"]],
    [5, ["c2", "c3", "p1"]],
    [7, ["c2", "c3", "c7", "p1"]],
  ])("at level %i shows the terms of that level and personal data", (k, shown) => {
    expect(ids(visible(after(opened, { type: "set-level", k })))).toEqual(shown);
  });

  test("brings decisions back with the level that needs them", () => {
    const there = after(opened, accept("c3"), { type: "set-level", k: 2 });
    expect(ids(accepted(there))).toEqual([]);
    expect(ids(accepted(after(there, { type: "set-level", k: 3 })))).toEqual(["c3"]);
  });

  test("is limited to 1 and the highest level", () => {
    expect(after(opened, { type: "set-level", k: 0 }).k).toBe(1);
    expect(after(opened, { type: "set-level", k: 99 }).k).toBe(20);
  });

  test("needs no analysis, but changing the industry does", () => {
    expect(needsAnalysis(after(opened, { type: "set-level", k: 9 }))).toBe(false);
    expect(currentQuestion(opened)).toMatchObject({ objective: null, levels: 10 });
    const hidden = after(opened, { type: "keep-industry", keep: false });
    expect(needsAnalysis(hidden)).toBe(true);
    expect(currentQuestion(hidden)).toMatchObject({ objective: "uniform" });
    const answered = analysed(hidden, { ...SMALL, objective: "uniform" });
    expect(needsAnalysis(after(answered, { type: "set-level", k: 6 }))).toBe(false);
  });

  test("keeps the level through an analysis without a client, and one of a client with fewer levels", () => {
    const seven = after(opened, { type: "set-level", k: 7 });
    const without = analysed(after(seven, { type: "choose-client", client: null }), { ...SMALL, levels: [] });
    expect([without.k, without.chosenLevel]).toEqual([1, 7]);
    const three = { ...SMALL, levels: SMALL.levels.filter(({ k }) => k <= 3) };
    const few = analysed(after(without, { type: "choose-client", client: "Danone" }), three);
    expect([few.k, few.chosenLevel]).toEqual([3, 7]);
    expect(analysed(after(few, { type: "choose-client", client: "Carrefour" })).k).toBe(7);
  });

  test("stands where the stored review says, before anything is analysed", () => {
    const restored = after(START, { type: "level-loaded", k: 7, keepIndustry: false });
    const back = analysed(after(restored, { type: "choose-client", client: "Carrefour" }));
    expect([back.k, currentQuestion(back).objective, needsAnalysis(back)]).toEqual([7, "uniform", false]);
  });

  test("does not move while words are replaced", () => {
    expect(after(opened, accept("c2"), { type: "redact" }, { type: "set-level", k: 9 }).k).toBe(5);
  });
});

describe("decisions", () => {
  test("mark suggested and accepted terms, not rejected ones", () => {
    const decided = after(opened, accept("c2"), reject("p1"));
    expect([...marks(decided)]).toEqual([
      ["c2", "accepted"],
      ["c3", "suggested"],
    ]);
  });

  test("that were carried out are checked at every level", () => {
    const redacted: Action = { type: "redacted", redactedIds: ["c3"], leftPlaces: [], trackingLost: false };
    const lower = after(opened, accept("c2", "c3"), { type: "redact" }, redacted, { type: "set-level", k: 2 });
    expect(redactedTerms(lower).flatMap(each => each.spellings)).toEqual(["Carrefour", "banner"]);
  });

  test("are undone one by one, the last first", () => {
    const decided = after(opened, accept("c2", "c3"), reject("c2"));
    const once = after(decided, { type: "undo" });
    expect(ids(accepted(once))).toEqual(["c2", "c3"]);
    const twice = after(once, { type: "undo" });
    expect(twice.decisions.size).toBe(0);
    expect(after(twice, { type: "undo" })).toBe(twice);
  });

  test("are sent by their verdicts", () => {
    const decided = after(opened, accept("c2"), reject("p1"), {
      type: "replace-by",
      id: "c3",
      replacement: "brand",
    });
    expect(decisionsToSend(decided)).toEqual([
      { id: "c2", verdict: "edited", replacement: "[TERM]" },
      { id: "c3", verdict: "edited", replacement: "brand" },
      { id: "p1", verdict: "rejected" },
    ]);
    expect(replacements(decided)).toEqual([
      { term: "c2", text: "[TERM]" },
      { term: "c3", text: "brand" },
    ]);
  });

  test("for one place do not count for the rest of the document", () => {
    const here: Action = { type: "accept-here", id: "c2", occurrence: 2 };
    const decided = after(opened, here, { ...here, occurrence: 0 }, { ...here, occurrence: 2 });
    expect(replacements(decided)).toEqual([{ term: "c2", text: "[TERM]", occurrences: [0, 2] }]);
    expect(redactedTerms(decided)).toEqual([]);
  });

  test("are refused during redaction and for redacted terms", () => {
    const redacting = after(opened, accept("c2"), { type: "redact" });
    expect(after(redacting, reject("c2"))).toBe(redacting);
    const redacted = after(redacting, {
      type: "redacted",
      redactedIds: ["c2"],
      leftPlaces: [],
      trackingLost: false,
    });
    expect(after(redacted, reject("c2"))).toBe(redacted);
    expect(ids(pending(redacted))).toEqual(["c3", "p1"]);
  });

  test("are refused in another person's turn", () => {
    const theirs = after(opened, {
      type: "review-changed",
      review: inReview("claimed", false),
    });
    expect(after(theirs, accept("c2"))).toBe(theirs);
  });

  test("outdate what was checked", () => {
    const checked = after(opened, { type: "check" }, { type: "checked", verification: verification({}) });
    const decided = after(checked, accept("c2"));
    expect([checked.stage.is, decided.stage.is, decided.verification]).toEqual(["checked", "deciding", null]);
  });
});

describe("a custom term", () => {
  const curlew = suggestion("a1", { term: "curlew", kind: "always", entity: "REDACTED", from_level: null });
  const withCurlew = { ...SMALL, suggestions: [...SMALL.suggestions, curlew] };

  test("is sent, and accepted when the analysis returns it", () => {
    const added = after(opened, { type: "add", term: " Curlew " });
    expect(currentQuestion(added).always).toEqual(["Curlew"]);
    expect(needsAnalysis(added)).toBe(true);
    const back = analysed(added, withCurlew);
    expect(ids(accepted(back))).toEqual(["a1"]);
    expect(needsAnalysis(back)).toBe(false);
    expect(currentQuestion(after(back, { type: "undo" })).always).toEqual([]);
  });

  test("is removed with its decision by undo, and stays undecided when it is reopened", () => {
    const back = analysed(after(opened, { type: "add", term: "Curlew" }), withCurlew);
    expect(after(back, { type: "undo" }).decisions.has("a1")).toBe(false);
    const open = after(back, { type: "reopen", ids: ["a1"] });
    expect(ids(accepted(analysed(open, withCurlew)))).toEqual([]);
  });

  test("comes back once, with its decision", () => {
    const kept: Decision = { verdict: "rejected", scope: "document" };
    const recalled = after(opened, {
      type: "decisions-loaded",
      decisions: new Map([["a1", kept]]),
      customTerms: ["Curlew"],
    });
    expect([currentQuestion(recalled).always, needsAnalysis(recalled)]).toEqual([["Curlew"], true]);
    const back = analysed(recalled, withCurlew);
    expect(back.decisions.get("a1")).toBe(kept);
    const again = after(back, { type: "decisions-loaded", decisions: back.decisions, customTerms: ["CURLEW"] });
    expect(currentQuestion(again).always).toEqual(["Curlew"]);
  });

  test("may be a near miss", () => {
    expect(currentQuestion(after(opened, accept("near:Boulogne"))).always).toEqual(["Boulogne"]);
  });
});

describe("guesses and stages", () => {
  test("a guess from before the last decision is ignored", () => {
    const late = after(opened, { type: "guessed", revision: opened.revision - 1, guess: look(5) });
    expect(late.guess).toBeNull();
  });

  test("a background failure does not undo a finished stage", () => {
    const copy = { name: "clean.docx", coverage: [], redactedToo: 0 };
    const done: Action = { type: "copied", opened: true, copy, verification: verification({}) };
    const copied = after(opened, { type: "copy" }, done);
    expect(after(copied, { type: "failed", error: { kind: "offline" } }).stage.is).toBe("copied");
    expect(after(copied, { type: "cancelled" }).stage.is).toBe("copied");
  });

  test("a cancelled or failed task returns to deciding", () => {
    const checking = after(opened, { type: "check" });
    expect(after(checking, { type: "cancelled" }).stage.is).toBe("deciding");
    const failed = after(checking, { type: "failed", error: { kind: "offline" } });
    expect([failed.stage.is, failed.error?.kind]).toEqual(["deciding", "offline"]);
    expect(after(START, { type: "analysing" }, { type: "cancelled" }).stage.is).toBe("opening");
  });

  test("the analysis ends when Word has found the terms, and others are not replaced", () => {
    const answered = currentQuestion(opened);
    const told = after(opened, { type: "analyse" }, { type: "analysed", analysis: SMALL, answered }, accept("c2"));
    expect([told.stage.is, after(told, { type: "redact" }).stage.is]).toEqual(["analysing", "analysing"]);
    expect(after(told, located(SMALL), { type: "redact" }).stage.is).toBe("redacting");
    const stopped = after(told, { type: "cancelled" });
    expect([stopped.stage.is, nextStep(stopped)?.label]).toEqual(["deciding", "Analyse again"]);
    expect(after(stopped, { type: "redact" })).toBe(stopped);
  });

  test("a change during an analysis or a check is remembered", () => {
    const told = reduce(opened, {
      type: "analysed",
      analysis: SMALL,
      answered: currentQuestion(opened),
      documentChanged: true,
    });
    expect(after(told, located(SMALL), { type: "document-changed" }).documentChanged).toBe(true);
    const clean: Action = { type: "checked", verification: verification({}) };
    const checked = after(opened, { type: "check" }, { type: "document-changed" }, clean);
    expect([checked.stage.is, checked.verification]).toEqual(["deciding", null]);
    expect(nextStep(checked)?.label).toBe("Analyse again");
  });

  test("a changed document must be analysed before it is redacted", () => {
    const changed = after(opened, accept("c2"), { type: "document-changed" });
    expect(after(changed, { type: "redact" })).toBe(changed);
    expect(analysed(changed).documentChanged).toBe(false);
  });

  test("decisions survive another analysis", () => {
    expect(ids(accepted(analysed(after(opened, accept("c2"), { type: "analyse" }))))).toEqual(["c2"]);
  });

  test("stepping wraps around the list and opens groups", () => {
    const first = after(opened, { type: "step-suggestion", by: 1 });
    expect(first.selected).toBe("c2");
    expect(after(first, { type: "step-suggestion", by: -1 }).selected).toBe("p1");
    const folded = after(
      opened,
      { type: "unfold", group: "people", open: false },
      { type: "step-suggestion", by: -1 },
    );
    expect([folded.selected, folded.openGroups.has("people")]).toEqual(["p1", true]);
  });
});

describe("a review", () => {
  const asked = (state: "submitted" | "approved"): Session =>
    after(opened, accept("c2"), { type: "review-changed", review: inReview(state, false) });

  test("prevents redaction until it is approved", () => {
    expect(after(asked("submitted"), { type: "redact" }).stage.is).toBe("deciding");
    expect(after(asked("approved"), { type: "redact" }).stage.is).toBe("redacting");
  });

  test("that is approved allows no more changes", () => {
    const approved = asked("approved");
    expect(after(approved, reject("c2"), { type: "undo" })).toBe(approved);
  });
});
