import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/api/schemas";
import {
  mergeDecisions,
  movesBetween,
  withPlaceIds,
  withRenumberedPlaces,
  decisionsAfterSync,
} from "../../src/flow/decision_sync";
import type { FlowContext } from "../../src/flow/context";
import { StoredReview } from "../../src/flow/stored_review";
import type { Decision } from "../../src/state/decisions";
import type { Action } from "../../src/state/session";

const ID = "a5b4d8684d98dc39";
const ANALYSIS = {
  suggestions: [{ id: ID, term: "steering", entity: "TERM", places: [{ id: "p0" }, { id: "p1" }, { id: "p2" }] }],
} as unknown as Analysis;

const moves = (before: Decision | undefined, after: Decision | undefined): unknown[] => {
  const made = (decision: Decision | undefined): Map<string, Decision> => new Map(decision ? [[ID, decision]] : []);
  return movesBetween(made(before), made(after), ANALYSIS);
};

const noAnalysis = (): Promise<null> => Promise.resolve(null);

const ACCEPTED: Decision = { verdict: "accepted", scope: "document" };
const HERE: Decision = { verdict: "accepted", scope: "here", occurrences: [0] };
const REJECTED: Decision = { verdict: "rejected", scope: "document", reason: "needed" };

test.each([
  [undefined, ACCEPTED, [{ id: ID, move: "accept" }]],
  [ACCEPTED, ACCEPTED, []],
  [ACCEPTED, REJECTED, [{ id: ID, move: "reject", reason: "needed" }]],
  [REJECTED, undefined, [{ id: ID, move: "take_back" }]],
  [undefined, { ...ACCEPTED, replacement: "a port" }, [{ id: ID, move: "edit", replacement: "a port" }]],
  [
    undefined,
    { verdict: "rejected", scope: "client" },
    [{ id: ID, move: "reject", scope: "client", term: "steering", entity: "TERM" }],
  ],
  [
    undefined,
    { verdict: "accepted", scope: "here", occurrences: [0, 2] },
    [
      { id: ID, move: "accept", place: "p0" },
      { id: ID, move: "accept", place: "p2" },
    ],
  ],
  [
    { verdict: "accepted", scope: "here", occurrences: [1] },
    ACCEPTED,
    [
      { id: ID, move: "take_back", place: "p1" },
      { id: ID, move: "accept" },
    ],
  ],
] as [Decision | undefined, Decision | undefined, unknown[]][])("from %j to %j", (before, after, expected) => {
  expect(moves(before, after)).toEqual(expected);
});

test("no move is sent for a term that the analysis does not have", () => {
  const other = new Map<string, Decision>([["near:steering", ACCEPTED]]);
  expect(movesBetween(new Map(), other, ANALYSIS)).toEqual([]);
});

test("places get new numbers in each analysis, and changed paragraphs are dropped", () => {
  const here = (...occurrences: number[]): Decision => ({ verdict: "accepted", scope: "here", occurrences });
  const told = new Map([
    ["moved", here(3)],
    ["gone", here(1)],
    ["whole", ACCEPTED],
  ]);
  expect(withRenumberedPlaces(told, new Map([["moved", here(2)]]))).toEqual(
    new Map([
      ["moved", here(2)],
      ["whole", ACCEPTED],
    ]),
  );
});

describe("an analysis that names no review", () => {
  const place = (block: number, start: number, id?: string): object => ({
    ...{ story: { part: "word/document.xml", kind: "body" }, block, start, end: start + 8 },
    ...(id === undefined ? {} : { id }),
  });
  const of = (...places: object[]): Analysis =>
    ({ suggestions: [{ id: ID, term: "steering", places }] }) as unknown as Analysis;

  test("gets the ids that the same places have in another one, whatever their order", () => {
    const named = of(place(2, 0, "c"), place(0, 4, "a"), place(0, 0, "b"));
    expect(withPlaceIds(of(place(0, 0), place(0, 4), place(9, 0)), named)).toEqual(
      of(place(0, 0, "b"), place(0, 4, "a"), place(9, 0)),
    );
  });

  test("has decisions on single places counted as sent only when the places have ids", () => {
    const here = new Map([[ID, HERE]]);
    expect(decisionsAfterSync(new Map(), here, of(place(0, 0)))).toEqual(new Map());
    expect(decisionsAfterSync(new Map(), here, of(place(0, 0, "b")))).toEqual(here);
  });
});

describe("decisions of two people at once", () => {
  const THREE = {
    suggestions: ["a", "b", "c"].map(id => ({ id, term: id, places: [] })),
  } as unknown as Analysis;
  const decisions = (made: Record<string, Decision>): Map<string, Decision> => new Map(Object.entries(made));

  test("are merged where each decided on another term", () => {
    const [told, mine, theirs] = [decisions({}), decisions({ a: ACCEPTED }), decisions({ b: REJECTED })];
    expect(mergeDecisions(told, mine, theirs, THREE)).toEqual({
      decisions: decisions({ a: ACCEPTED, b: REJECTED }),
      overruled: 0,
    });
  });

  test("keep the other person's where both decided on one term, and count those", () => {
    const told = decisions({ a: REJECTED, b: ACCEPTED, c: ACCEPTED });
    const mine = decisions({ a: ACCEPTED, b: ACCEPTED });
    const theirs = decisions({ b: REJECTED });
    // a: ours against their taking it back; b: theirs alone; c: both took it back.
    expect(mergeDecisions(told, mine, theirs, THREE)).toEqual({
      decisions: decisions({ b: REJECTED }),
      overruled: 1,
    });
  });

  test("leave terms alone that the analysis does not have", () => {
    const mine = decisions({ "near:x": ACCEPTED, z: REJECTED });
    expect(mergeDecisions(new Map(), mine, new Map(), THREE)).toEqual({ decisions: mine, overruled: 0 });
  });
});

describe("a custom term that was removed", () => {
  const added = new Map([["gone", ACCEPTED]]);

  test("is taken back although it is no longer suggested", () => {
    expect(movesBetween(added, new Map(), ANALYSIS)).toEqual([{ id: "gone", move: "take_back" }]);
    expect(decisionsAfterSync(added, new Map(), ANALYSIS)).toEqual(new Map());
  });

  test("counts as synced only for what was sent", () => {
    expect(decisionsAfterSync(new Map(), added, ANALYSIS)).toEqual(new Map());
    expect(decisionsAfterSync(added, new Map([["gone", REJECTED]]), ANALYSIS)).toEqual(added);
    expect(decisionsAfterSync(new Map(), new Map([[ID, REJECTED]]), ANALYSIS)).toEqual(new Map([[ID, REJECTED]]));
  });
});

describe("saving decisions", () => {
  /** A service that keeps a version, and refuses whoever names another one. */
  function service(): {
    context: FlowContext;
    decide: (id: string, decision: Decision) => void;
    asked: number[];
    levels: unknown[];
    choose: (k: number) => void;
    review: { author: string; version: number };
    told: Action[];
    line: { isDown: boolean };
  } {
    const told: Action[] = [];
    const line = { isDown: false };
    const levels: unknown[] = [];
    let chosenLevel = 5;
    const review = {
      id: "r",
      version: 1,
      author: "me",
      chosen: null,
      client: null,
      stage: "draft",
      second_approver: false,
      steps: [],
      note: null,
    };
    const asked: number[] = [];
    let decisions = new Map<string, Decision>();
    const api = {
      beginReview: () => (line.isDown ? Promise.reject(new Error("offline")) : Promise.resolve({ ...review })),
      decide: async (_id: string, { version, chosen }: { version: number; chosen?: unknown }) => {
        asked.push(version);
        levels.push(chosen);
        await Promise.resolve();
        if (version !== review.version) throw new Error("stale");
        review.version += 1;
        return { ...review };
      },
      review: () => Promise.resolve({ ...review }),
      stepReview: (_id: string, _step: string, { version }: { version: number }) =>
        version === review.version ? Promise.resolve({ ...review }) : Promise.reject(new Error("stale")),
    };
    const context = {
      api,
      word: { recall: () => null, remember: () => Promise.resolve() },
      session: () => ({
        ...{ analysis: ANALYSIS, answered: { client: null }, decisions, review: null },
        ...{ chosenLevel, keepIndustry: true },
      }),
      dispatch: (action: Action) => told.push(action),
    };
    return {
      context: context as unknown as FlowContext,
      decide: (id, decision) => (decisions = new Map([...decisions, [id, decision]])),
      choose: k => (chosenLevel = k),
      ...{ asked, levels, review, told, line },
    };
  }

  test("does not repeat a decision on a custom term that the service has", async () => {
    const { context, decide, asked, told } = service();
    const storedReview = new StoredReview(context, noAnalysis);
    const review = { id: "r", version: 1, added: ["steering"] };
    const { signal } = new AbortController();
    await storedReview.applyAnalysis({ suggestions: [], review } as unknown as Analysis, signal);
    decide(ID, ACCEPTED); // as the pane does with what was added, once it is suggested
    const decision = { state: "edited", scope: "document", replacement: "a port", reason: null };
    const suggestions = [{ id: ID, term: "steering", places: [], decision }];
    await storedReview.applyAnalysis({ suggestions, review } as unknown as Analysis, signal);
    const edited = { ...ACCEPTED, replacement: "a port" };
    expect(told.at(-1)).toMatchObject({ type: "decisions-loaded", decisions: new Map([[ID, edited]]) });
    decide(ID, edited);
    await storedReview.save();
    expect(asked).toEqual([]);
  });

  test("hides the decisions of a sample, and shows them once they are judged", async () => {
    const { context, decide, told, review } = service();
    Object.assign(context.api, {
      takeSample: (_id: string, version: number) => {
        review.version = version + 1;
        return Promise.resolve({ ...review });
      },
      judgeSample: () => Promise.resolve({ judged: 1 }),
    });
    const storedReview = new StoredReview(context, noAnalysis);
    const stored = { state: "accepted", scope: "document", replacement: null, reason: null };
    const analysed = (decision: object | null): Analysis =>
      ({
        suggestions: [{ id: ID, term: "steering", places: [], decision }],
        review: { id: "r", version: review.version, added: [], places_not_found: 0 },
      }) as unknown as Analysis;
    const { signal } = new AbortController();
    const loaded = (): unknown => told.filter(each => each.type === "decisions-loaded").at(-1);
    await storedReview.load(signal);
    await storedReview.applyAnalysis(analysed(stored), signal);
    expect(loaded()).toMatchObject({ decisions: new Map([[ID, ACCEPTED]]) });
    decide(ID, ACCEPTED);
    await storedReview.takeSample();
    await storedReview.applyAnalysis(analysed(null), signal);
    expect(loaded()).toMatchObject({ decisions: new Map() });
    decide(ID, undefined as unknown as Decision);
    await storedReview.judgeSample([{ id: ID, goes: true }]);
    await storedReview.applyAnalysis(analysed(stored), signal);
    expect(loaded()).toMatchObject({ decisions: new Map([[ID, ACCEPTED]]) });
  });

  test("runs one after the other, each with the version of the previous one", async () => {
    const { context, decide, asked } = service();
    const storedReview = new StoredReview(context, noAnalysis);
    decide(ID, ACCEPTED);
    const first = storedReview.save();
    decide(ID, REJECTED);
    await Promise.all([first, storedReview.save(), storedReview.takeStep("submit", null)]);
    decide(ID, ACCEPTED);
    await storedReview.save();
    expect(asked).toEqual([1, 2]);
  });

  test("sends the level of the author with the first decision, and whenever it has changed", async () => {
    const { context, decide, choose, levels } = service();
    const storedReview = new StoredReview(context, noAnalysis);
    choose(7);
    await storedReview.save();
    expect(levels).toEqual([]); // a level alone begins no review
    decide(ID, ACCEPTED);
    await storedReview.save();
    decide(ID, REJECTED);
    await storedReview.save();
    choose(3);
    await storedReview.save();
    await storedReview.save();
    const [seven, three] = [7, 3].map(k => ({ k, keep_industry: true }));
    expect(levels).toEqual([seven, undefined, three]);
  });

  test("asks for the ids of places where the first decision is on one place alone", async () => {
    const { context, decide, asked, told } = service();
    const places = ANALYSIS.suggestions.flatMap(each => each.places).map((_, block) => ({ story: {}, block }));
    const unnamed = { suggestions: [{ id: ID, term: "steering", places }] } as unknown as Analysis;
    const session = context.session();
    const named = { suggestions: [{ id: ID, places: places.map(each => ({ ...each, id: `p${each.block}` })) }] };
    let isChanged = true;
    const storedReview = new StoredReview(
      { ...context, session: () => ({ ...session, decisions: context.session().decisions, analysis: unnamed }) },
      review => Promise.resolve(isChanged || review !== "r" ? null : (named as unknown as Analysis)),
    );
    decide(ID, HERE);
    await storedReview.save();
    expect(asked).toEqual([]); // the document has changed: the places are others
    isChanged = false;
    await storedReview.save();
    await storedReview.save();
    expect(asked).toEqual([1]);
    // The next analysis finds the same places by these ids, also where the text has changed.
    expect(told.find(each => each.type === "places-named")).toMatchObject({
      analysis: { suggestions: [{ id: ID, term: "steering", places: [{ id: "p0" }, { id: "p1" }, { id: "p2" }] }] },
    });
  });

  test("says that accepted places were not found again, when the review is opened and not later", async () => {
    const { context, told } = service();
    const storedReview = new StoredReview(context, noAnalysis);
    const opened = { suggestions: [], review: { id: "r", version: 1, added: [], places_not_found: 2 } };
    const { signal } = new AbortController();
    await storedReview.applyAnalysis(opened as unknown as Analysis, signal);
    await storedReview.applyAnalysis(opened as unknown as Analysis, signal);
    expect(told.filter(each => each.type === "message")).toEqual([
      {
        type: "message",
        sentence:
          "2 places that were accepted “here only” were not found again. The decisions apply to no other place.",
      },
    ]);
  });

  test("sends no level where another person is the author", async () => {
    const { context, decide, choose, levels, review } = service();
    review.author = "another";
    const storedReview = new StoredReview(context, noAnalysis);
    decide(ID, ACCEPTED);
    await storedReview.save();
    choose(7);
    await storedReview.save();
    expect(levels).toEqual([undefined]);
  });

  test("learns what another person has stored since, and shows the status at once", async () => {
    const { context, decide, review, told } = service();
    const storedReview = new StoredReview(context, noAnalysis);
    expect(await storedReview.isBehind()).toBe(false);
    decide(ID, ACCEPTED);
    await storedReview.save();
    told.length = 0;
    expect(await storedReview.isBehind()).toBe(false);
    expect(told).toEqual([]);
    Object.assign(review, { version: 3, stage: "submitted", claimed_by: null, approval: null });
    expect(await storedReview.isBehind()).toBe(true);
    expect(told).toMatchObject([{ type: "review-changed", review: { state: "submitted" } }]);
    decide(ID, REJECTED);
    await expect(storedReview.save()).rejects.toThrow("stale"); // nobody here has seen what they decided
  });

  test("repeats a failed save with the next one", async () => {
    const { context, decide, asked, line } = service();
    const storedReview = new StoredReview(context, noAnalysis);
    decide(ID, ACCEPTED);
    line.isDown = true;
    await expect(storedReview.save()).rejects.toThrow("offline");
    line.isDown = false;
    await storedReview.save();
    expect(asked).toEqual([1]);
  });
});
