import { expect, test } from "vitest";
import { foundInParagraph } from "../gallery/sample_data";
import { warningInWords, type Warning } from "../../src/state/warnings";

type Params<C extends Warning["code"]> = Extract<Warning, { code: C }>["params"];
type Samples = { readonly [C in Warning["code"]]: readonly Params<C>[] };

/** One or more of each message: the types ask for all codes that the service has. */
const SAMPLES: Samples = {
  part_not_read: [
    { part: "word/a.xml", shows: "imported_file" },
    { part: "word/a.xml", shows: "sub_document" },
  ],
  kind_not_checked: [{ entity: "MEDICAL" }],
  names_not_checked: [{}],
  names_not_read: [
    { paragraphs: 9, languages: [{ language: "German", paragraphs: 9 }] },
    { paragraphs: 9, languages: [{ language: "German", paragraphs: 4 }] },
  ],
  recogniser_not_finished: [{ recogniser: "slow", seconds: 2 }],
  terms_not_found: [
    { terms: ["華為"], more: 0 },
    { terms: ["華為", "Alder"], more: 3 },
  ],
  recogniser_matched_nothing: [{ recogniser: "dashes" }],
  entry_not_usable: [
    { number: 3, list_name: "always", owner: "client_dictionary", fault: "control_character", used: true },
    { number: 4, list_name: "allow_list", owner: "everyone_list", fault: "empty", used: false },
  ],
  fewer_clients_than_k: [{ clients: 3, k: 3, usual: 5 }],
  no_attackers: [{}],
  too_few_industries: [{ objective: "floor" }],
  industry_not_known: [{ client: "Ivy", objective: "floor" }],
  industry_of_few_clients: [
    { industry: "Ports", clients: 2, needed: 3, highest: 1, kept: true },
    { industry: "Ports", clients: 9, needed: 19, highest: 5, kept: false },
  ],
  industry_of_few_visible_clients: [
    { industry: "Ports", needed: 9, kept: true },
    { industry: "Ports", needed: 9, kept: false },
  ],
  floor_not_reached: [{ levels: [3] }],
  industry_not_kept: [{ levels: [3, 4] }],
  chosen_one_by_one: [
    { levels: [2, 3, 4], reason: "no_solution" },
    { levels: [2], reason: "no_solver" },
    { levels: [2], reason: "no_whole_words" },
  ],
  attackers_not_blocked: [{ levels: [2], attackers: ["svm", "ridge"], others_hold: true }],
  assurance_not_known: [{}],
  assurance_not_measured: [{}],
  assurance_of_other_objectives: [{ objective: "ova" }],
  assurance_not_reached: [{ asked: 0.9, held: 0.68, documents: 24, complete: false }],
  no_known_word: [{}],
  k_not_reached: [
    { k: 5, reached: 3 },
    { k: 5, reached: null },
  ],
  k_not_reached_without_words: [{ k: 5 }],
  found_in_result: [1, 2].map(count => ({
    places: [{ entity: "PERSON", part: "word/document.xml", count, ...foundInParagraph(2) }],
    more: 2,
  })),
  redacted_undecided: [{ places: 1 }, { places: 2 }],
  accepted_terms_not_suggested: [{ terms: 1 }, { terms: 2 }],
  amounts_computable: [{ amounts: 1 }, { amounts: 2 }],
  places_kept: [{ places: 1 }, { places: 2 }],
  review_model_gone: [{ version: "2026-01" }],
  review_model_not_in_use: [{ version: "2026-01" }],
};

const EVERY = Object.entries(SAMPLES).flatMap(([code, all]) =>
  all.map(params => ({ code, params }) as unknown as Warning),
);

test.each(EVERY)("$code is worded for people in Word: sentences, and no option or member of a request", message => {
  const text = warningInWords(message);
  expect(text).toMatch(/^[A-Zw0-9].*[.]$/u);
  expect(text).not.toMatch(/--|unsaid [a-z]|UNSAID_|undefined|null|\bobjective\b|_list|\bk\b/u);
});

test.each<[Warning, string]>([
  [
    {
      code: "industry_of_few_clients",
      params: { industry: "Ports", clients: 2, needed: 9, highest: 1, kept: false },
    },
    "Ports has only 2 clients. Unsaid cannot keep it recognisable at any level.",
  ],
  [
    {
      code: "industry_of_few_clients",
      params: { industry: "Ports", clients: 2, needed: 5, highest: 1, kept: true },
    },
    "Ports has 2 clients. A reader who recognises the industry has only these to choose from.",
  ],
  [
    {
      code: "industry_of_few_clients",
      params: { industry: "Ports", clients: 1, needed: 5, highest: 1, kept: true },
    },
    "Ports has 1 client. A reader who recognises the industry then knows the client.",
  ],
  [
    {
      code: "entry_not_usable",
      params: { number: 3, list_name: "never", owner: "client_dictionary", fault: "too_long", used: false },
    },
    "Entry 3 of the never-redact list in the dictionary of this client is too long. Unsaid did not use it.",
  ],
  [{ code: "chosen_one_by_one", params: { levels: [2, 3, 4], reason: "no_solver" } }, "levels 2, 3 and 4"],
  [
    { code: "names_not_read", params: { paragraphs: 9, languages: [{ language: "German", paragraphs: 4 }] } },
    "did not search 4 of 9 paragraphs for names, because they are not in English (4 in German).",
  ],
  [
    { code: "names_not_read", params: { paragraphs: 9, languages: [{ language: "German", paragraphs: 1 }] } },
    "did not search 1 of 9 paragraphs for names, because it is not in English (1 in German).",
  ],
  [
    { code: "names_not_read", params: { paragraphs: 1, languages: [{ language: "German", paragraphs: 1 }] } },
    "did not search the text for names, because it is in German.",
  ],
])("what the parameters of %j say stands in the sentence", (message, said) => {
  expect(warningInWords(message)).toContain(said);
});
