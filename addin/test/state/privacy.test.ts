/** What the document gives away by its words: each figure with its claim, and none that somebody may not see. */

import { expect, test } from "vitest";
import type { Analysis, Verification } from "../../src/api/schemas";
import {
  copyGivesAway,
  crowdBars,
  heaviestTerms,
  levelFigures,
  levelsMeasured,
  privacyDescription,
  privacyTitle,
  whatLevelIs,
} from "../../src/state/privacy";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { analysis, privacy, SUGGESTIONS, verification } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const state = (name: string): Session => STATES[name] ?? START;
const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);
const open = after(state("suggestions"), { type: "set-level", k: 4 });
const withAnalysis = (given: Partial<Analysis>): Session => ({ ...open, analysis: analysis(given) });
const crowds = (session: Session): string[] =>
  crowdBars(session).map(({ title, value }) => `${title.text}: ${value.text}`);

test("the level has its index, and the other clients that its words fit", () => {
  const { spi } = privacy(4);
  expect(levelFigures(open)).toEqual({
    index: { text: "privacy index 0.177", claims: { "level.index": spi } },
    crowd: { text: "fits 3 of 8 other clients", claims: { "level.crowd": [3, 8] } },
  });
  expect(crowds(open)).toEqual(["As analysed: 0 of 8", "At level 4: 3 of 8"]);
  expect(crowdBars(open).map(each => each.share)).toEqual([0, 3 / 8]);
  expect(crowdBars(open)[0]?.value.claims).toEqual({ "analysed.crowd": [0, 8] });
  expect(whatLevelIs(open)).toMatchObject({ claims: { "level.chosen": 4 } });
});

test("screen readers get the figures of the curve, level by level", () => {
  const { text, claims } = privacyDescription(open);
  expect(text).toMatch(/^Privacy index at levels 2 to 20: 0\.117, 0\.152, .*, 0\.240\. Other clients/);
  expect(text).toContain("Other clients that the words fit: 1 of 8, 2 of 8, 3 of 8, ");
  expect(claims["level.indexes"]).toHaveLength(19);
  expect(claims["level.indexes"]?.[0]).toEqual([2, privacy(2).spi, [1, 8]]);
});

test("at level 1, and at levels that were not asked for, nothing is measured", () => {
  const first = after(open, { type: "set-level", k: 1 });
  expect(levelFigures(first).index.text).toBe("not measured at level 1");
  expect(levelFigures(first).crowd.text).toBe("");
  expect(crowds(first)).toEqual(["As analysed: 0 of 8"]);
  expect(whatLevelIs(first).text).toBe("");
  const few = withAnalysis({ levels: analysis().levels.filter(each => each.k < 4) });
  expect(levelFigures(few).index.text).toBe("not known yet");
});

test("people who may not see all clients get the index alone", () => {
  const levels = analysis().levels.map(each => ({ ...each, privacy: { ...privacy(each.k), crowd: null } }));
  const hidden = withAnalysis({ levels, privacy: { spi: 0, jsd: 0, crowd: null } });
  expect(crowdBars(hidden)).toEqual([]);
  expect(levelFigures(hidden).index.text).toBe("privacy index 0.177");
  expect(levelFigures(hidden).crowd.text).toBe("");
  expect(privacyDescription(hidden).text).not.toContain("clients");
});

test("nothing is said where privacy is not measured, or the analysis is of another client", () => {
  expect(levelsMeasured(withAnalysis({ privacy: null }))).toEqual([]);
  expect(crowdBars(withAnalysis({ privacy: null }))).toEqual([]);
  expect(levelsMeasured({ ...open, client: "Danone" })).toEqual([]);
  expect(levelsMeasured(START)).toEqual([]);
});

test("figures of a text that has changed are marked", () => {
  const changed = after(open, { type: "document-changed" });
  expect(privacyTitle(open)).toBe("What the document gives away");
  expect(privacyTitle(changed)).toBe("What the document gives away, before the change");
  expect(levelFigures(changed).index.text).toBe("privacy index 0.177 before the change");
  expect(levelFigures(changed).crowd.text).toBe("fits 3 of 8 other clients before the change");
  expect(privacyDescription(changed).text).toMatch(/^Privacy index before the change at levels/);
});

test("the terms of the level that add most come first", () => {
  const [carrefour, shelf] = ["Carrefour", "shelf"].map(term => SUGGESTIONS.find(each => each.term === term));
  const { text, claims } = heaviestTerms(open);
  expect(text).toBe(
    "Terms that add most to the index if redacted alone: “Carrefour” 0.024, “banner” 0.018, “hypermarket” 0.014.",
  );
  expect(claims["level.gains"]?.[0]).toEqual(["Carrefour", 0.024]);
  expect(shelf?.count).toBe(11); // more places, but of a higher level
  expect(heaviestTerms(withAnalysis({ suggestions: [{ ...carrefour, gain: null }] as never })).text).toBe("");
});

const CROWD: NonNullable<Verification["crowd"]> = { k: 6, d: 0.8, clients: 9 };

test("a check measures the document as it stands, until it changes", () => {
  const checked = after(state("redacted"), {
    ...{ type: "checked", verification: verification({ crowd: CROWD }) },
  });
  expect(crowds(checked)).toContain("As checked: 5 of 8");
  expect(crowds(after(checked, { type: "document-changed" })).join()).not.toContain("As checked");
});

test("the clean copy has a sentence of its own", () => {
  const copied = state("copied");
  const told = (after: unknown): string =>
    copyGivesAway({
      ...copied,
      copy: { ...copied.copy, privacy: { ...copied.copy?.privacy, after } } as Session["copy"],
    }).text;
  expect(told(CROWD)).toBe(
    "16\u00a0% of the words are missing from the clean copy. " +
      "The words that are left fit 5 of 8 other clients at least as well as this client.",
  );
  expect(told({ ...CROWD, k: 2 })).toContain("fit 1 of 8 other clients at least");
  expect(told({ ...CROWD, k: 1 })).toContain("fit this client better than any of 8 others.");
  expect(told({ ...CROWD, k: 1, clients: 2 })).toContain("fit this client better than the other one.");
  expect(told({ ...CROWD, k: 1, clients: 1 })).toContain("No other client was compared, so");
  expect(told(null)).toBe("16\u00a0% of the words are missing from the clean copy.");
  expect(crowds(copied)).toContain("Clean copy: 4 of 8");
  expect(copyGivesAway(open).text).toBe("");
});
