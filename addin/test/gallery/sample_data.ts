/** Invented answers of the service: nobody's names, nobody's numbers. */

import type {
  Analysis,
  ListedClient,
  GuessResult,
  NearMiss,
  Panel,
  Place,
  Redacted,
  Standing,
  Suggestion,
  Verification,
  Outcome,
} from "../../src/api/schemas";
import type { Pattern } from "../../src/state/patterns";
import type { Reason } from "../../src/state/reasons";
import type { ReviewStatus } from "../../src/state/review_status";

type Given = Partial<
  Pick<Suggestion, "count" | "entity" | "from_level" | "generalisations" | "kind" | "score" | "reason">
> & {
  readonly term: string;
};

/** A suggestion as a few words say it. */
export function suggestion(id: number | string, given: Given): Suggestion {
  const name = typeof id === "number" ? id.toString(16).padStart(16, "0") : id;
  const count = given.count ?? 1;
  const words = Object.fromEntries(
    given.term
      .toLowerCase()
      .split(/\W+/)
      .map(word => [word, count]),
  );
  return {
    id: name,
    kind: "client",
    entity: "TERM",
    from_level: 2,
    score: 1,
    ...because(hides("Danone", 14, 2)),
    generalisations: [],
    gain: { spi: 0.002 * count, jsd: 0.002 * count },
    spellings: [given.term],
    case_sensitive: false,
    inside: [],
    elsewhere: 0,
    words,
    expected: [],
    placeholder: given.kind === "personal" ? `[${given.entity ?? "CODE"} 1]` : `[${given.entity ?? "TERM"}]`,
    places: places(given.term, count),
    ...given,
    count,
  };
}

export function places(text: string, count: number): Place[] {
  return Array.from({ length: count }, (_, block) => ({
    story: { part: "word/document.xml", kind: "body" as const },
    ...{ block, start: 0, end: text.length, text, hit: null },
    utf16: { start: 0, end: text.length },
    obstacles: [],
  }));
}

/** A reason, and words of another surface, which the pane never shows. */
function because(reason: Reason): Pick<Suggestion, "why" | "reason"> {
  return { why: reason.code, reason };
}

function hides(rival: string, times: number, level: number): Reason {
  const likelier = { rival, times };
  return {
    code: "term_hides_client",
    params: { likelier, less_likely: false, level, k: level, k_without: level - 1, lead: "same" },
  };
}

function near(term: string, reason: Reason): NearMiss {
  const shared = { term, kind: "unseen" as const, score: null, count: 2 };
  return { ...shared, ...because(reason), expected: [], places: places(term, 2) };
}

const CLIENT: readonly (readonly [term: string, count: number, level: number, times: number])[] = [
  ["Carrefour", 12, 2, 0],
  ["hypermarket", 7, 2, 14],
  ["quadrant", 3, 2, 96],
  ["Proxi", 2, 2, 1000],
  ["banner", 9, 3, 12],
  ["Massy", 1, 3, 41],
  ["click and collect", 4, 3, 6],
  ["own label", 5, 4, 4],
  ["fresh counter", 2, 4, 3.5],
  ["loyalty card", 6, 5, 2.1],
  ["shelf", 11, 6, 1.9],
  ["checkout", 8, 8, 1.7],
  ["promotion", 5, 11, 1.3],
];

const RIVAL = ["Danone", "Marchetto Ipermercati", "Brightbasket"];

function named(entity: "PERSON" | "LOCATION" | "ORGANIZATION"): Reason {
  return { code: "reads_like_name", params: { entity } };
}

function pattern(of: Pattern): Reason {
  return { code: "matches_pattern", params: { pattern: of } };
}

const PERSONAL: readonly (readonly [term: string, entity: string, reason: Reason, count?: number])[] = [
  ["Imogen Thackeray", "PERSON", named("PERSON"), 3],
  ["Alastair Dunmore", "PERSON", named("PERSON"), 2],
  ["Desmond", "PERSON", named("PERSON"), 3],
  ["Nell Purkiss", "PERSON", named("PERSON")],
  ["Tenterfield House", "LOCATION", named("LOCATION"), 2],
  ["Curlew Quay", "LOCATION", named("LOCATION")],
  ["Halden Logistics", "ORGANIZATION", named("ORGANIZATION"), 2],
  ["Friday 12 September 2025", "DATE_TIME", pattern("date")],
  ["imogen.thackeray@example.com", "EMAIL_ADDRESS", pattern("email_address")],
  ["0113 496 0211", "PHONE_NUMBER", pattern("british_telephone_number")],
  ["GB33 BUKB 2020 1555 5555 55", "IBAN_CODE", pattern("iban")],
];

function reasonOf(level: number, times: number): Reason {
  if (times === 0) return { code: "name_of_client", params: {} };
  return hides(RIVAL[level % RIVAL.length] ?? "Danone", times, level);
}

export const SUGGESTIONS: readonly Suggestion[] = [
  ...CLIENT.map(([term, count, level, times], index) =>
    suggestion(index + 1, {
      ...{ term, count, from_level: level, score: 2 - index / 10, ...because(reasonOf(level, times)) },
      entity: term === "Carrefour" ? "CLIENT" : "TERM",
      generalisations: term === "hypermarket" ? ["large shop", "shop"] : [],
    }),
  ),
  ...PERSONAL.map(([term, entity, reason, count], index) =>
    suggestion(100 + index, {
      ...{
        term,
        entity,
        kind: "personal" as const,
        from_level: null,
        score: 0.9,
        ...because(reason),
        count: count ?? 1,
      },
    }),
  ),
];

const MOST = 20;
const SHARES = [5, 3, 1.5, 1];
const OTHERS = ["Danone", "another client, Retail", "Brightbasket", "another client, Retail"];

function own(k: number): number {
  return 0.96 * Math.exp(-(k - 1) * 0.55) + 0.02;
}

function guess(k: number): GuessResult["guess"] {
  const mine = { client: "Carrefour", probability: own(k) };
  const rest = OTHERS.map((client, index) => ({
    client,
    probability: ((1 - mine.probability) * (SHARES[index] ?? 0)) / 11,
  }));
  return [mine, ...rest].sort((one, other) => other.probability - one.probability);
}

/** What the service says of level k. */
export function look(k: number): GuessResult {
  const utility = k < 12 ? "Retail" : "Energy";
  return {
    guess: guess(k),
    utility,
    k_reached: k,
    k_held: true,
    kept_share: kept(k),
    model: "gallery",
    warnings: [],
    messages: [],
  };
}

function kept(k: number): number {
  return 1 - 0.3 * (1 - Math.exp(-(k - 1) / 6));
}

const ATTACKERS = [
  "words: naive Bayes .1",
  "between spaces: linear SVM, tf-idf",
  "words: nearest document, tf-idf",
  "beginnings, words: linear SVM, tf-idf",
];

/** What held-out attackers find where so many of four name the client. */
export function panel(names: number): Panel {
  const worst = { attacker: ATTACKERS[0] ?? "", rank: names > 0 ? 1 : 3 };
  return {
    clients: 9,
    content_words: { attackers: ATTACKERS.length, named_by: ATTACKERS.slice(0, names), worst },
    others: {
      attackers: 3,
      named_by: ["windows of 8 words"],
      worst: { attacker: "windows of 8 words", rank: 1 },
    },
  };
}

/** What the document gives away at level k. */
export function privacy(k: number): Standing {
  const spi = 0.24 * (1 - Math.exp(-k / 3));
  return { spi, jsd: spi + 0.001, crowd: { k: Math.min(k, 9), d: 0.7, clients: 9 } };
}

/** What a copy at level k gives away. */
export function release(k: number): NonNullable<Redacted["report"]["privacy"]> {
  const { spi, jsd, crowd } = privacy(k);
  return {
    ...{ unit: "word", spi, jsd, hidden_share: 0.16, sensitive_share: 0.1, required: k, terms: 24 },
    ...{ before: privacy(1).crowd, after: crowd, words: [], earlier: [], finding: "hidden", sentence: "" },
  };
}

/** The analysis that most states show. */
export function analysis(given: Partial<Analysis> = {}): Analysis {
  return {
    path: "document.docx",
    client: "Carrefour",
    model: "gallery",
    levels: Array.from({ length: MOST - 1 }, (_, index) => {
      const k = index + 2;
      const names = Math.max(4 - k, 0);
      return {
        ...{ k, k_reached: k, k_held: true, guess: guess(k), kept_share: kept(k) },
        ...{ panel: panel(names), privacy: privacy(k) },
      };
    }),
    suggestions: [...SUGGESTIONS],
    objective: "simple",
    lp_gap: null,
    robust: false,
    promise: null,
    panel: panel(4),
    privacy: { spi: 0, jsd: 0, crowd: { k: 1, d: 0.67, clients: 9 } },
    near_misses: [
      near("Boulogne", { code: "word_not_weighed", params: { use: "nobody" } }),
      near("bakery", {
        code: "term_could_go",
        params: {
          ...{ likelier: { rival: "Brightbasket", times: 1.8 }, less_likely: false },
          ...{ k: 5, k_with: 5, lead: "same" as const },
        },
      }),
    ],
    sought: [],
    asked: [],
    words: { retail: 12 },
    placeholders: 0,
    obstacles: { tracked_changes: false, tracking: false, protection: null, margins: [] },
    unexamined: [],
    warnings: [],
    messages: [],
    ...given,
  } as Analysis;
}

/** An analysis of very many suggestions. */
export function many(number: number): Analysis {
  const suggestions = Array.from({ length: number }, (_, index) =>
    suggestion(index + 1, {
      ...{
        term: `term ${index}`,
        count: 1 + (index % 9),
        from_level: index % 4 ? 2 + (index % 19) : null,
        score: (index * 7919) % 100,
      },
      ...(index % 4
        ? {}
        : {
            kind: "personal" as const,
            entity: ["PERSON", "LOCATION", "ORGANIZATION", "DATE_TIME"][(index / 4) % 4] ?? "",
          }),
    }),
  );
  return analysis({ suggestions });
}

const INDUSTRIES = ["Retail", "Food", "Energy", "Health", "Banking"];

/** As many clients as a large house has. */
export const CLIENTS: readonly ListedClient[] = [
  ...[
    "Carrefour",
    "Danone",
    "Marchetto Ipermercati",
    "Brightbasket",
    "Calder Ridge Energy",
    "Ardelis Therapeutics",
  ],
  ...Array.from({ length: 444 }, (_, index) => `Client ${String(index + 1).padStart(3, "0")} of an invented house`),
].map((name, index) => ({
  name,
  utility: INDUSTRIES[index % 5] ?? null,
  documents: 20,
  aliases: [],
  id: null,
  group: null,
}));

/** A review in which somebody may take these steps. */
export function inReview(
  state: ReviewStatus["state"],
  mine: boolean,
  steps: ReviewStatus["steps"] = [],
  more: Partial<ReviewStatus> = {},
): ReviewStatus {
  return { state, mine, steps, note: null, allowed: [], ...more };
}

const PARTS = [
  "[Content_Types].xml",
  "docProps/core.xml",
  "word/document.xml",
  "word/footer1.xml",
  "word/settings.xml",
];

export const MET: Outcome = { outcome: "met", exceptions: [], unmet: [] };
export const EXCEPTED: Outcome = {
  ...{ outcome: "met_with_exceptions", unmet: [] },
  exceptions: [{ kind: "LOCATION", count: 3, role: "user" }],
};
export const NOT_MET: Outcome = {
  ...{ outcome: "not_met", exceptions: [] },
  unmet: [
    { kind: "k", count: 1 },
    { kind: "PERSON", count: 2 },
  ],
};

export function verification(given: Partial<Verification>): Verification {
  const parts = PARTS.map(part => ({ part, examined: true, why: "", accepted: false }));
  return { status: "clean", places: [], parts, new: [], stays: [], ...given };
}

type FoundIn = Verification["places"][number]["found_in"];

/** Where a check found something; the pane does not read the words of the service. */
export function foundIn(code: FoundIn["code"]): { how: string; found_in: FoundIn } {
  return { how: "not read by the pane", found_in: { code, story: null, number: null } };
}

/** The same for a paragraph, counted from 1. */
export function foundInParagraph(
  number: number,
  story: FoundIn["story"] = "body",
): { how: string; found_in: FoundIn } {
  return { how: "not read by the pane", found_in: { code: "paragraph", story, number } };
}
