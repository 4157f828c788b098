import { expect, test } from "vitest";
import { fullReason, shortReason, type Reason } from "../../src/state/reasons";
import { PATTERNS, type Pattern } from "../../src/state/patterns";

type Params<C extends Reason["code"]> = Extract<Reason, { code: C }>["params"];
type Samples = { readonly [C in Reason["code"]]: readonly Params<C>[] };

const likelier = { rival: "Ivy", times: 14 };
const hides = { likelier, less_likely: false, level: null, k: 3, k_without: 1, lead: "same" } as const;
const goes = { likelier, less_likely: false, k: 3, k_with: 4, lead: "same" } as const;

/**
 * Several of each reason, which differ in every parameter: the types ask for all codes that the service has. Each
 * parameter that changes the sentence stands in two of them.
 */
const SAMPLES: Samples = {
  asked_for: [{}],
  on_redaction_list: [{}],
  amount_in_column: [{}],
  name_of_client: [{}],
  name_of_other_client: [{}],
  name_of_organisation: [{}],
  matches_pattern: (Object.keys(PATTERNS) as Pattern[]).map(pattern => ({ pattern })),
  matches_recogniser: [{ recogniser: "matter numbers" }, { recogniser: "ship names" }],
  reads_like_name: (
    ["PERSON", "ORGANIZATION", "LOCATION", "DATE_TIME", "NRP", "CODE", "QUANTITY", "DEMOGRAPHIC", "MISC"] as const
  ).map(entity => ({ entity })),
  stands_like_name: (
    [
      ...(["named_elsewhere", "listed_given_name", "listed_place", "addressed", "signs", "writes"] as const),
      ...(["beside_address", "after_title", "after_role", "list_of_people", "before_legal_form", "field"] as const),
    ] as const
  ).map(sign => ({ sign })),
  term_hides_client: [
    hides,
    { ...hides, level: 4 },
    { ...hides, k: 5 },
    { ...hides, k_without: 2 },
    { ...hides, k_without: 3 },
    { ...hides, k_without: 3, lead: "smaller" },
    { ...hides, k_without: 3, lead: "larger" },
    { ...hides, likelier: null },
    { ...hides, likelier: null, less_likely: true },
  ],
  term_could_go: [
    goes,
    { ...goes, k: 2 },
    { ...goes, k_with: 3 },
    { ...goes, k_with: 3, lead: "smaller" },
    { ...goes, k_with: 3, lead: "larger" },
    { ...goes, likelier: null },
    { ...goes, likelier: null, less_likely: true },
  ],
  term_likelier: [
    { likelier },
    { likelier: { rival: "Oak", times: 14 } },
    { likelier: { rival: "Ivy", times: 1.3 } },
    { likelier: { rival: "Ivy", times: 1000 } },
  ],
  term_distinctive: [{}],
  term_beyond_model: [{}],
  word_not_weighed: [{ use: "this_client" }, { use: "nobody" }, { use: "one_other" }, { use: null }],
  content_not_read: (
    [
      ...(["picture", "imported_file", "font", "recording", "pdf", "text_without_xml"] as const),
      ...(["ole_object", "binary", "no_text", "packed", "sub_document", "map_data", "text_hash"] as const),
    ] as const
  ).map(content => ({ content })),
  part_damaged: (["no_zip", "not_unpacked", "too_large", "too_deep", "no_xml", "document_type"] as const).map(
    fault => ({ fault }),
  ),
  too_many_parts: [{ most: 20_000 }, { most: 10 }],
  embedded_not_redacted: [{}],
  embedded_not_read: [{}],
  much_not_english: [{}],
  search_not_finished: [{}],
  table_not_read: [{}],
  as_reported: [{ why: "A font" }, { why: "A recording" }],
};

const EVERY = Object.entries(SAMPLES).flatMap(([code, all]) =>
  (all as readonly object[]).map(params => ({ code, params }) as unknown as Reason),
);

test("every reason is worded for people in Word, in full and in short", () => {
  for (const reason of EVERY) {
    for (const text of [fullReason(reason), shortReason(reason)]) {
      expect(text).toMatch(/^[\p{Lu}0-9].*[^.;]$/u);
      expect(text).not.toMatch(/--|unsaid [a-z]|UNSAID_|undefined|null|\bk\b/u);
    }
  }
});

test("two reasons never read the same, so that every parameter is used", () => {
  const texts = EVERY.map(each => fullReason(each));
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test("the list shows the comparison alone, and the selected row the consequence too", () => {
  const reason: Reason = { code: "term_hides_client", params: { ...hides, level: 3 } };
  expect(shortReason(reason)).toBe("14× likelier than for Ivy");
  expect(fullReason(reason)).toBe(
    "14 times likelier for this client than for Ivy. If you reject it at level 3, level 1 is reached, not 3",
  );
});

test("a ratio that the service did not compute exactly is not shown as exact", () => {
  const most: Reason = { code: "term_likelier", params: { likelier: { rival: "Ivy", times: 1000 } } };
  expect(shortReason(most)).toBe("Over 1,000× likelier than for Ivy");
});

test("a reason speaks of the level that is chosen", () => {
  const reason: Reason = { code: "term_hides_client", params: { ...hides, level: 2, k: 2 } };
  expect(fullReason(reason, 2)).toContain("If you reject it at level 2, level 1 is reached, not 2");
  expect(fullReason(reason, 5)).toBe(
    "14 times likelier for this client than for Ivy. Level 5 redacts it, like every level from 2 on",
  );
  const near: Reason = { code: "term_could_go", params: { ...goes, k: 10 } };
  expect(fullReason(near, 5)).toBe("14 times likelier for this client than for Ivy. Level 5 keeps it");
});
