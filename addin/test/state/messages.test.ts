/** The numbers and sentences that are made of a session. */

import { describe, expect, test } from "vitest";
import {
  bars,
  costs,
  curve,
  curveDescription,
  hidesClients,
  levelHeld,
  industryStatement,
  levelMeaning,
  currentRisk,
  rivalSentence,
} from "../../src/state/risk";
import { shortfallSentence } from "../../src/state/shortfall";
import { nextStep, status, canSubmit } from "../../src/state/next_step";
import { accepted, groups, pending } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action, type Session } from "../../src/state/session";
import { chance, plural, numberInWords, percent } from "../../src/state/number_format";
import type { Outcome, Unmet } from "../../src/api/schemas";
import { describeOutcome } from "../../src/state/unmet";
import { reviewStatement } from "../../src/state/review_text";
import { EXCEPTED, foundInParagraph, inReview, MET, NOT_MET, verification } from "../gallery/sample_data";
import { STATES } from "../gallery/states";

const state = (name: string): Session => STATES[name] ?? START;
const after = (start: Session, ...actions: Action[]): Session => actions.reduce(reduce, start);

describe("numbers in words", () => {
  test.each([
    [0, "0\u00a0%"],
    [0.004, "under 1\u00a0%"],
    [0.125, "13\u00a0%"],
    [0.996, "over 99\u00a0%"],
    [1, "100\u00a0%"],
  ])("a share of %f is %s", (share, said) => expect(percent(share)).toBe(said));

  test.each([
    [0.999, "almost always"],
    [0.042, "4 in 100"],
    [0.0005, "1 in 2,000"],
    [0.00001, "almost never"],
  ])("a chance of %f is %s", (probability, said) => expect(chance(probability)).toBe(said));

  test("small numbers are words, large ones are grouped", () => {
    expect([numberInWords(5), numberInWords(12), numberInWords(13), numberInWords(2000)]).toEqual([
      "five",
      "twelve",
      "13",
      "2,000",
    ]);
    expect([plural(1, "place"), plural(3, "place")]).toEqual(["1 place", "3 places"]);
    expect(levelMeaning(5)).toBe("5: hide among five clients");
  });
});

describe("the risk", () => {
  test("the true client is always among the bars", () => {
    const names = bars(state("level-20")).map(each => each.name);
    expect(names).toContain("Carrefour");
    expect(names).toHaveLength(5);
  });

  test("clients without a name are distinguished", () => {
    const keys = bars(state("suggestions")).map(each => each.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("the likeliest client is named, and the next one", () => {
    expect(rivalSentence(state("suggestions")).text).toBe("Likeliest then: Danone.");
    expect(rivalSentence(state("level-1")).text).toBe("Likeliest then: still Carrefour. Next: Danone.");
  });

  test("the guessed industry is named", () => {
    expect(industryStatement(state("suggestions")).text).toBe("Industry: the model would still guess Retail");
    expect(industryStatement(state("level-20")).text).toBe("Industry: the model would guess Energy, not Retail");
  });

  test("moving the slider shows the level at once, without a request", () => {
    const moved = after(state("suggestions"), { type: "set-level", k: 9 });
    expect(currentRisk(moved)).toMatchObject({ settled: false, held: true });
    const decided = after(state("suggestions"), { type: "reject", ids: ["0000000000000001"], scope: "document" });
    expect(currentRisk(decided)?.reached).toBe(5); // of before, until the service has answered
  });

  test("people with hidden clients see whether a level is reached, but no rank and no probability", () => {
    const seesAll = state("suggestions");
    const { analysis, guessAtLevelOne, guess } = seesAll;
    if (!analysis || !guessAtLevelOne || !guess) throw new Error("the state has all three");
    const hidden = { guess: analysis.levels[0]?.guess.slice(0, 2) ?? [], k_reached: null };
    const limited = (held: boolean): Session => ({
      ...seesAll,
      analysis: { ...analysis, levels: analysis.levels.map(each => ({ ...each, ...hidden, k_held: held })) },
      guessAtLevelOne: { ...guessAtLevelOne, ...hidden, k_held: null },
      guess: { ...guess, result: { ...guess.result, ...hidden, k_held: held } },
    });
    expect(hidesClients(seesAll)).toBe(false);
    expect(hidesClients(limited(true))).toBe(true);
    expect(levelHeld(limited(true)).text).toBe("level 5 is reached");
    expect(levelHeld(limited(false)).text).toBe("level 5 is not reached");
    expect([shortfallSentence(limited(true)).text, shortfallSentence(limited(false)).text]).toEqual([
      "",
      "Level 5 is not reached. Accepting all suggested terms is not enough. Clear “Keep the industry recognisable”, " +
        "add terms of your own, or ask your administrator.",
    ]);
    expect(costs(limited(true))?.guessed).toBeNull();
    expect(curveDescription(limited(true)).text).not.toMatch(/guess| in 100/);
    expect(rivalSentence(limited(true)).text).toMatch(/^Likeliest then, among the clients you can see: /);
  });

  test("the curve begins at level 1 and has a description", () => {
    expect(curve(state("suggestions")).map(each => each.k)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const { analysis, ...others } = state("suggestions");
    const older = { ...others, analysis: analysis && { ...analysis, panel: null } };
    expect(curveDescription(older).text).toMatch(/^From level 1 to 20, .* 98 in 100 to 2 in 100\.$/);
  });
});

describe("the primary button", () => {
  test.each([
    ["opening", undefined],
    ["analysing", undefined],
    ["suggestions", "Accept all 21"],
    ["some-decided", "Redact 4 terms"],
    ["redacted", "Check the file"],
    ["clean", "Make a clean copy"],
    ["copied", "Save the clean copy"],
    ["changed", "Analyse again"],
    ["tracking-locked", "Make a clean copy"],
    ["nothing-found", "Check the file"],
    ["error-offline", "Try again"],
    ["sign-in-token", undefined],
    ["review-theirs", "Claim the review"],
    ["review-second", "Refresh the review"],
  ])("%s", (name, label) => expect(nextStep(state(name))?.label).toBe(label));

  test("a review that is not approved is not redacted", () => {
    const reviewed = (review: NonNullable<Session["review"]>): Session =>
      after(state("all-accepted"), { type: "review-changed", review });
    expect(nextStep(reviewed(inReview("claimed", true, ["approve", "release", "return"])))?.label).toBe("Approve");
    expect(nextStep(reviewed(inReview("draft", true, ["submit"])))?.label).toBe("Submit for review");
    expect(nextStep(reviewed(inReview("approved", false, ["reopen"])))?.label).toBe("Redact 21 terms");
    expect(nextStep(state("review-mine"))?.label).toBe("Accept all 16");
  });

  test("an approved review says that people can redact while they can", () => {
    const review = inReview("approved", true, ["reopen"]);
    const approved = after(state("all-accepted"), { type: "review-changed", review });
    const says = (session: Session): string => reviewStatement(review, session).text;
    const ids = accepted(approved).map(each => each.id);
    expect(says(approved)).toBe("Approved. You can redact now.");
    expect(reviewStatement(review, approved).claims).toMatchObject({ "review.open": true });
    const redacted = after(approved, { type: "redacted", redactedIds: ids, leftPlaces: [], trackingLost: false });
    for (const later of [
      redacted,
      after(redacted, { type: "check" }),
      after(approved, { type: "redact" }),
      after(approved, { type: "access-changed", access: { ...approved.access, inPlace: false } }),
      after(approved, { type: "failed", error: { kind: "offline" } }),
    ])
      expect(says(later)).toBe("Approved.");
    expect(says(after(approved, { type: "document-changed" }))).toMatch(/^Approved, but the document has changed/);
  });

  test("where Word reaches no accepted term of a redacted document, the rest is decided, and then it is checked", () => {
    const { analysis, ...session } = state("suggestions");
    const [first, second] = (analysis?.suggestions ?? []).map(each => ({ ...each, from_level: null }));
    if (!analysis || !first || !second) throw new Error("the sample has no two suggestions");
    const reopened: Session = {
      ...session,
      analysis: { ...analysis, placeholders: 9, suggestions: [first, second] },
      decisions: new Map([[first.id, { verdict: "accepted", scope: "document" }]]),
      foundCounts: new Map([
        [first.id, 0],
        [second.id, 1],
      ]),
    };
    expect(nextStep(reopened)?.label).toBe("Accept the last suggestion");
    const rejected = after(reopened, { type: "reject", ids: [second.id], scope: "document" });
    expect(nextStep(rejected)?.label).toBe("Check the file");
    expect(nextStep(after(reopened, { type: "accept", ids: [second.id] }))?.label).toBe("Redact 2 terms");
  });

  test("every state has a status sentence", () => {
    for (const [name, session] of Object.entries(STATES)) {
      const said = status(session).text !== "" || session.error !== null;
      expect([name, said || name === "sign-in-token"]).toEqual([name, true]);
    }
  });
});

describe("the list", () => {
  const named = (session: Session): [string, number][] =>
    groups(session).map(each => [each.name, each.entries.length]);

  test("is grouped in one order", () => {
    expect(named(state("suggestions"))).toEqual([
      ["client", 10],
      ["people", 4],
      ["places", 2],
      ["organisations", 1],
      ["dates", 1],
      ["email", 1],
      ["phone", 1],
      ["numbers", 1],
      ["near", 2],
    ]);
  });

  test("is filtered by text and by verdict", () => {
    const typed = after(state("suggestions"), { type: "filter", filter: { text: "THACK" } });
    expect(named(typed)).toContainEqual(["people", 1]);
    expect(named(typed)).toContainEqual(["email", 1]); // her address
    const open = after(state("some-decided"), { type: "filter", filter: { show: "rejected" } });
    expect(named(open)).toContainEqual(["client", 1]);
  });

  test("is sorted by the chosen order", () => {
    const first = (sort: Session["sort"]): string | undefined =>
      groups(after(state("suggestions"), { type: "sort", sort }))[0]?.entries[0]?.term;
    expect([first("telling"), first("frequent"), first("alphabet")]).toEqual(["Carrefour", "Carrefour", "banner"]);
  });

  test("is the same object while nothing changes", () => {
    const one = state("suggestions");
    const other = after(one, { type: "help", open: true });
    expect(groups(other)).toBe(groups(one));
  });
});

describe("submitting for review", () => {
  test("is possible when everything is decided, nothing is redacted and there is no review", () => {
    const decided = state("all-accepted");
    expect(canSubmit(state("some-decided"))).toBe(false);
    expect(canSubmit(decided)).toBe(true);
    expect(canSubmit(state("redacted"))).toBe(false);
    const asked: Action = { type: "review-changed", review: inReview("submitted", false) };
    expect(canSubmit(after(decided, asked))).toBe(false);
  });
});

describe("the final status", () => {
  test("says that requirements are met only where nothing is undecided or left", () => {
    expect(status(state("clean")).text).toBe("Checked: requirements met.");
    expect(status(state("clean-and-undecided")).text).toBe("Checked: all accepted terms are redacted.");
    expect(status(state("left-in-the-copy")).text).toBe(
      "The clean copy still contains terms that must be redacted.",
    );
  });

  test("counts rejected terms", () => {
    const open = state("clean-and-undecided");
    const ids = pending(open).map(each => each.id);
    const decided = after(open, { type: "reject", ids, scope: "document" });
    const told = status(
      after(decided, { type: "checked", verification: verification({}), outcome: EXCEPTED }),
    ).text;
    expect(ids.length).toBeGreaterThan(1);
    expect(told).toMatch(/^Checked: requirements met, with exceptions\. \d+ terms rejected\.$/);
  });

  test("names exceptions and requirements that are not met", () => {
    const said = (outcome: Outcome | null): string =>
      status({ ...state("clean"), outcome, decisions: state("clean").decisions }).text;
    expect([MET, EXCEPTED, NOT_MET, null].map(each => said(each) === "Checked: requirements met.")).toEqual([
      ...[true, false, false, false],
    ]);
    expect(status({ ...state("copied"), outcome: NOT_MET }).text).toContain("does not meet all requirements");
  });

  test("describes unmet requirements by kind, count and who allowed them", () => {
    const sayOf = (outcome: Outcome): readonly string[] =>
      describeOutcome({ ...state("clean"), outcome }).map(each => each.text);
    expect(sayOf(NOT_MET)).toEqual([
      expect.stringMatching(/^the client is easier to guess than the level allows; /),
      "personal data are still in the file (people): 2 places",
    ]);
    expect(sayOf(EXCEPTED)).toEqual([
      "personal data are still in the file (locations): 3 places (allowed by a decision or an option of a user)",
    ]);
  });

  test("advises to accept more terms only where some are not accepted", () => {
    const open = state("suggestions");
    const all = after(open, {
      type: "accept",
      ids: pending(open).map(each => each.id),
    });
    const some = after(all, {
      type: "reject",
      ids: pending(open)
        .slice(0, 1)
        .map(each => each.id),
      scope: "document",
    });
    const sayOf = (session: Session, stage: Session["stage"]): string | undefined =>
      describeOutcome({ ...session, stage, outcome: { ...NOT_MET, unmet: [{ kind: "k", count: 1 }] } })[0]?.text;
    const easier = "the client is easier to guess than the level allows; ";
    // All is accepted, and the level holds without it: something stands where Word does not reach.
    expect(sayOf(all, { is: "checked" })).toBe(`${easier}make a clean copy, which redacts what Word cannot reach`);
    expect(sayOf(all, { is: "copied", opened: true })).toBe(
      `${easier}add terms of your own, or choose a lower level`,
    );
    expect(sayOf(some, { is: "checked" })).toBe(`${easier}accept more terms, or choose a lower level`);
    const [first = ""] = pending(open).map(each => each.id);
    const written = after(all, { type: "replace-by", id: first, replacement: "a shop" });
    expect(sayOf(written, { is: "checked" })).toBe(
      `${easier}use placeholders instead of the words that were written, or choose a lower level`,
    );
    const mixed = after(written, {
      type: "reject",
      ids: pending(open)
        .slice(1, 2)
        .map(each => each.id),
      scope: "document",
    });
    expect(sayOf(mixed, { is: "checked" })).toBe(
      `${easier}accept more terms and use placeholders instead of the words that were written, or choose a lower level`,
    );
  });

  test("counts places only of requirements that the service counts by places", () => {
    const kinds = ["not_examined", "decisions", "kinds_not_checked", "comments"] as const;
    const said = kinds.map(kind => {
      const outcome: Outcome = { ...NOT_MET, unmet: [{ kind, count: 2 }] };
      return describeOutcome({ ...state("clean"), outcome })[0]?.text;
    });
    expect(said).toEqual([
      "a part of the file was not examined",
      "some accepted terms were not found; analyse again",
      "the policy requires kinds of data that the service cannot find; tell your administrator",
      "comments, or the names of their authors, are still in the file: 2 places",
    ]);
  });

  test("says that an approved exception counts only in the clean copy", () => {
    const allowed: Unmet[] = [
      { kind: "k", count: 1 },
      { kind: "PERSON", count: 1 },
    ];
    const said = (stage: Session["stage"], review: Session["review"]): boolean[] =>
      describeOutcome({ ...state("clean"), stage, review, outcome: NOT_MET }).map(each =>
        each.text.includes("only in the clean"),
      );
    // Two people stand there, and the approval allows one.
    expect(said({ is: "checked" }, inReview("approved", true, [], { allowed }))).toEqual([true, false]);
    expect(said({ is: "checked" }, inReview("draft", true, [], { allowed }))).toEqual([false, false]);
    expect(said({ is: "checked" }, null)).toEqual([false, false]);
    expect(said({ is: "copied", opened: true }, inReview("approved", true, [], { allowed }))).toEqual([
      false,
      false,
    ]);
  });

  test("mentions what to check in the copy", () => {
    const copied = (told: Parameters<typeof verification>[0]): string =>
      status({ ...state("copied"), verification: verification(told) }).text;
    expect(copied({})).toBe("The clean copy is ready.");
    expect(copied({ status: "not_examined" })).toContain("The service could not examine some parts.");
    const again = [{ part: "word/document.xml", ...foundInParagraph(1), entity: "PERSON", count: 2 }];
    expect(copied({ new: again })).toContain("Check 2 places in the copy.");
  });

  test("does not offer a copy that is not clean", () => {
    expect(nextStep(state("copied"))?.action.type).toBe("download");
    expect(nextStep(state("left-in-the-copy"))?.action.type).toBe("analyse");
  });
});
