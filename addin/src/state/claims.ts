/** The claims of the pane: what it states about the document, the file and the decisions. */

/** A client and its probability. */
export interface GuessClaim {
  readonly client: string;
  readonly probability: number;
}

/** What one group of held-out attackers finds among so many clients. */
export interface AttackersClaim {
  readonly group: "content_words" | "others";
  readonly clients: number;
  readonly attackers: number;
  readonly named_by: readonly string[];
  readonly worst: { readonly attacker: string; readonly rank: number } | null;
}

/** How many other clients the words of a text fit at least as well as its own, and how many others there are. */
export type CrowdClaim = readonly [fitting: number, others: number];

/** Terms of which the sentence names the first; it counts the others. */
export interface NamedTerms {
  readonly terms: readonly string[];
  readonly more: number;
}

/**
 * Every claim, with its value. Each number and each status sentence of the pane has one of these.
 *
 * `tests/browser/pane/claims.py` recomputes each from the saved file and the service. A new claim needs a rule there.
 */
export interface Claims {
  /** As it stands: 1 and the number of clients that are likelier than the true one. */
  readonly "standing.rank"?: number;
  /** The clients of the model, among whom the rank is. */
  readonly "standing.clients"?: number;
  readonly "standing.probability"?: number;
  /** The true client is not among the likeliest, and the last of these has this probability. */
  readonly "standing.probability-below"?: number;
  /** Whether the level is reached; for people who get no rank. */
  readonly "standing.held"?: boolean;
  readonly "standing.guess"?: GuessClaim;
  readonly "standing.industry"?: string;
  /** The document as it stands was not computed, or has changed since. */
  readonly "standing.known"?: false;

  /** What was computed of the decisions is of a text that has changed since. */
  readonly "planned.known"?: false;
  /** If everything suggested goes: the same numbers, for the level and the decisions. */
  readonly "planned.rank"?: number;
  readonly "planned.clients"?: number;
  readonly "planned.probability"?: number;
  readonly "planned.probability-below"?: number;
  readonly "planned.held"?: boolean;
  readonly "planned.guess"?: GuessClaim;
  readonly "planned.industry"?: string;
  readonly "planned.kept"?: number;

  /** The same of the clean copy. */
  readonly "copy.rank"?: number;
  readonly "copy.clients"?: number;
  readonly "copy.probability"?: number;
  readonly "copy.probability-below"?: number;
  readonly "copy.held"?: boolean;
  /** Places that only the redacted text shows to be personal data, and that were redacted too. */
  readonly "copy.redacted-too"?: number;
  /** Whether the clean copy is in the index of released documents. */
  readonly "copy.indexed"?: boolean;

  /** The clients that each group of the index of released documents has at least. */
  readonly "index.k"?: number;
  /** A group of its current edition. */
  readonly "index.group"?: { readonly group: number; readonly documents: number };

  /** How many held-out attackers name the client, and how many there are: of the three states of the document. */
  readonly "standing.panel"?: readonly [named: number, attackers: number];
  readonly "planned.panel"?: readonly [named: number, attackers: number];
  readonly "copy.panel"?: readonly [named: number, attackers: number];
  /** The document has changed since the attackers were asked. */
  readonly "standing.measured"?: false;
  /** The decisions are not those that the attackers were asked about. */
  readonly "planned.measured"?: false;
  /** One group of attackers, as the service lists it. */
  readonly "standing.attackers"?: AttackersClaim;
  readonly "level.attackers"?: AttackersClaim;
  readonly "copy.attackers"?: AttackersClaim;
  /** The model version has none for this client. */
  readonly "panel.missing"?: true;

  /** Of other clients, how many the words fit at least as well: of the analysed document, the level, the check, the copy. */
  readonly "analysed.crowd"?: CrowdClaim;
  readonly "level.crowd"?: CrowdClaim;
  readonly "checked.crowd"?: CrowdClaim;
  readonly "copy.crowd"?: CrowdClaim;
  /** The share of the words that are missing from the copy. */
  readonly "copy.hidden"?: number;
  /** The privacy index of the level, in bits. */
  readonly "level.index"?: number;
  /** The privacy index of each level, and its other clients; null where clients are hidden. */
  readonly "level.indexes"?: readonly (readonly [k: number, bits: number, crowd: CrowdClaim | null])[];
  /** The suggested terms that add most to the index, each alone, in bits. */
  readonly "level.gains"?: readonly (readonly [term: string, bits: number])[];

  readonly "level.chosen"?: number;
  /** The lowest level that the policy allows; 1 where it says nothing. */
  readonly "policy.level"?: number;
  readonly "policy.amounts-together"?: boolean;
  /** Whether the clean copies that meet all requirements are added to the index of released documents. */
  readonly "policy.indexed"?: boolean;
  /** When the policy was set; null where it was not told. */
  readonly "policy.since"?: string | null;
  /** The highest level below the chosen one that all suggested terms reach. */
  readonly "level.best"?: number;
  /** The held-out attackers at each level. */
  readonly "level.panels"?: readonly (readonly [k: number, named: number, attackers: number])[];
  /** The first and the last point of the curve: level, words kept, probability of the client (null where hidden). */
  readonly "level.curve"?: readonly (readonly [k: number, kept: number, probability: number | null])[];

  readonly "decisions.undecided"?: number;
  readonly "decisions.accepted"?: number;
  readonly "decisions.accepted-places"?: number;
  readonly "decisions.rejected"?: number;
  /** Accepted terms become other words than their placeholders. */
  readonly "decisions.written"?: true;
  /** Terms are accepted in some of their places only. */
  readonly "decisions.partial"?: true;
  /** Accepted terms that only their context tells: they are redacted where they were suggested. */
  readonly "decisions.in-place"?: NamedTerms;
  /** Terms that were redacted in the open document since the analysis. */
  readonly "decisions.redacted"?: number;

  /** Places of the document that hold a placeholder. */
  readonly "document.placeholders"?: number;
  readonly "document.changed"?: true;
  /** What Word does not allow with it, as the pane knows it. */
  readonly "document.access"?: string;
  /** Whether Track Changes is on. */
  readonly "document.tracking"?: boolean;
  /** Places where the client's name is known to stand in the text. */
  readonly "document.client-name"?: number;
  /** This pane has sent nothing of the document: it waits for the person to agree. */
  readonly "document.sent"?: false;

  /** Places whose text can be put back. */
  readonly "restore.places"?: number;
  /** Places of a term whose text could not be restored. */
  readonly "restore.lost"?: { readonly term: string; readonly places: number; readonly why: string };

  readonly "left.places"?: number;
  /** The same without places that were replaced while the text beside them changed. */
  readonly "left.still"?: number;
  /** What the file has outside its text was not checked since. */
  readonly "left.unchecked"?: true;
  readonly "left.remedy"?: { readonly remedy: string; readonly places: number };
  /** Terms that are not accepted and contain accepted ones. */
  readonly "left.inside"?: NamedTerms;
  readonly "left.term"?: {
    readonly term: string;
    readonly places: number;
    readonly why: string | null;
    /** The part of the file or the paragraph, where a check found it. */
    readonly where: string | null;
    /** What can be done about it. */
    readonly remedy: string;
  };
  readonly "check.status"?: "clean" | "left" | "not_examined";
  readonly "check.outcome"?: string;
  readonly "check.parts"?: number;
  readonly "check.part"?: { readonly part: string; readonly examined: boolean };
  readonly "check.not-examined"?: number;
  readonly "check.new"?: number;
  /** How often one kind is found in a paragraph. */
  readonly "check.new-in"?: {
    readonly part: string;
    readonly number: number | null;
    readonly entity: string;
    readonly count: number;
  };
  readonly "check.damaged"?: number;
  readonly "check.kept-terms"?: number;
  readonly "check.kept"?: { readonly term: string; readonly places: number };
  readonly "check.unmet"?: { readonly kind: string; readonly count: number };
  /** How often a kind of text was treated in one way. */
  readonly "check.coverage"?: readonly [kind: string, treatment: string, count: number];

  /** The answers of this Word to the questions of docs/conformance.md. */
  readonly "word.answers"?: number;
  /** A file of the clean copy waits at the service for the browser, for so many seconds. */
  readonly "file.in-browser"?: { readonly name: string; readonly seconds: number };

  readonly "term.count"?: { readonly term: string; readonly places: number };
  /** Places of the same words that were not suggested. */
  readonly "term.elsewhere"?: { readonly term: string; readonly places: number };
  readonly "term.state"?: { readonly term: string; readonly verdict: string; readonly places: number | null };
  /** The place that Word shows, and how many it has. */
  readonly "term.place"?: { readonly term: string; readonly place: number; readonly of: number };
  readonly "term.unreachable"?: { readonly term: string; readonly places: number };
  readonly "term.reason"?: { readonly term: string; readonly reason: unknown };
  readonly "group.terms"?: { readonly group: string; readonly shown: number; readonly total: number };

  /** Rows that the buttons for several rows decide on. */
  readonly "batch.rows"?: number;
  /** Kinds of personal data that are looked for, and all. */
  readonly "options.kinds"?: readonly [on: number, all: number];

  readonly "client.looks-like"?: { readonly client: string; readonly probability: number | null };
  readonly "clients.hidden"?: number;
  /** Clients whose name holds what was typed. */
  readonly "clients.found"?: number;
  readonly warnings?: number;
  readonly warning?: { readonly code: string; readonly params: unknown };
  readonly "review.state"?: string;
  /** The document is the approved one, and accepted terms are not redacted yet. */
  readonly "review.open"?: true;
  /** The share of the terms to judge blindly. */
  readonly "review.sample-share"?: number;
  /** The reviewer who judges them; null until one takes the sample. */
  readonly "review.sample-by"?: "me" | "another" | null;
  /** The terms of the level that this person still has to judge. */
  readonly "review.sample-left"?: number;
  /** What was just done, such as "3 terms accepted". */
  readonly "event.text"?: string;
  /** How far a task is. */
  readonly progress?: readonly [done: number, total: number];
}

/** A sentence, and what it claims. */
export interface Statement {
  readonly text: string;
  readonly claims: Claims;
}

/** Join sentences; their claims hold together. */
export function joined(...all: readonly Statement[]): Statement {
  const said = all.filter(each => each.text !== "");
  return {
    text: said.map(each => each.text).join(" "),
    claims: said.reduce<Claims>((claims, each) => ({ ...claims, ...each.claims }), {}),
  };
}

/** A sentence that claims nothing, such as advice. */
export function plain(text: string): Statement {
  return { text, claims: {} };
}
