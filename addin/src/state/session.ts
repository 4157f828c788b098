/** The session: all that the pane shows, as one immutable value that only `reduce` replaces. */

import type {
  Analysis,
  Covered,
  EffectivePolicy,
  GuessResult,
  ListedClient,
  Outcome,
  Panel,
  Redacted,
  ReviewStep,
  Unmet,
  Verification,
} from "../api/schemas";
import type { BlindVerdict, ReviewStatus } from "./review_status";
import type { Decision, Scope, UndoStep } from "./decisions";
import type { ListFilter, GroupName, SortOrder } from "./suggestion_list";
import type { Kind } from "./kinds";
import { REMOVE_ALL, type Cleaning } from "./cleaning";
import type { PaneError } from "./error_messages";

/** What the pane does or waits for. `done` of `total` counts batches, pages or bytes; `total` 0 means unknown. */
export type Stage =
  | { readonly is: "opening" }
  | { readonly is: "analysing"; readonly done: number; readonly total: number; readonly step?: AnalysisStep }
  | { readonly is: "deciding" }
  | { readonly is: "redacting"; readonly done: number; readonly total: number }
  | { readonly is: "restoring"; readonly done: number; readonly total: number }
  | { readonly is: "redacted" }
  | { readonly is: "checking" }
  | { readonly is: "checked" }
  | { readonly is: "copying" }
  | { readonly is: "copied"; readonly opened: boolean };

/** What takes time in an analysis: Word gives the file, the service searches it, Word finds the terms. */
export type AnalysisStep = "reading" | "searching" | "finding";

/** What Word lets the pane do with this document. */
export interface DocumentAccess {
  /** Whether words can be replaced in the open document: not where it is protected or Track Changes is locked. */
  readonly inPlace: boolean;
  /** Why not. */
  readonly blockedBy: "protected" | "tracking_locked" | "read_only" | "browser" | null;
  /** It has marks from before it was protected, which cannot be removed now. */
  readonly stillMarked?: boolean;
  /** Word provided only the visible text, not the file. */
  readonly textOnly: boolean;
  readonly textBoxes: boolean;
}

/** What the service is asked to analyse. A new question makes the analysis outdated. */
export interface Question {
  readonly client: string | null;
  /** The highest level to analyse. The service returns at most as many levels as there are clients. */
  readonly levels: number | null;
  /** Null leaves the choice to the service, which keeps the industry where it is known. */
  readonly objective: "uniform" | null;
  readonly always: readonly string[];
  /** The kinds of personal data; null for all. */
  readonly pii: readonly string[] | null;
  /** What the clean copy removes. The levels hold for that copy. */
  readonly copy: Cleaning;
}

/** The client that the text looks like, and how certain that is. */
export interface Likeness {
  readonly client: string;
  readonly probability: number;
}

/** The places of each term that can be put back, and the terms of the last redaction. */
export interface Restorable {
  readonly places: ReadonlyMap<string, number>;
  readonly last: readonly string[];
}

/** A place that is left after redacting, and the code of the reason. */
export interface LeftPlace {
  readonly id: string;
  /** Its number in the document; null where Word cannot reach it. */
  readonly occurrence: number | null;
  readonly why: string;
}

/** The finished clean copy. */
export interface CopySummary {
  readonly name: string;
  readonly coverage: readonly Covered[];
  /** How the service guesses the copy; missing where no client is hidden. */
  readonly risk?: Pick<GuessResult, "guess" | "k_reached" | "k_held"> | undefined;
  /** What held-out attackers find in the copy. */
  readonly panel?: Panel | null;
  /** What the copy gives away by its words. */
  readonly privacy?: Redacted["report"]["privacy"];
  /** How many places were redacted that only the redacted text shows to be personal data. */
  readonly redactedToo: number;
  /** Whether it is in the index of released documents; null where it was not to go there. */
  readonly index?: Redacted["report"]["index"];
}

/** Words with their counts, as the model counts them. */
export type WordCounts = Readonly<Record<string, number>>;

/** The guess for the document as it stands. `k` is the level that `k_held` is about. */
export interface StandingGuess {
  readonly words: WordCounts;
  readonly k: number;
  readonly result: GuessResult;
}

export interface Session {
  readonly stage: Stage;
  readonly error: PaneError | null;
  readonly access: DocumentAccess;
  readonly clients: readonly ListedClient[];
  /** How many clients this person may not see. */
  readonly hiddenClients: number;
  readonly client: string | null;
  /** The client that the text looks like; null before a guess, and where none is likelier than all others. */
  readonly looksLike: Likeness | null;
  /** The chosen client that the person confirmed, although the text looks like another one. */
  readonly keptClient: string | null;
  /** Names of a client that the model does not know: they are redacted, and no level is possible. */
  readonly unknownNames: readonly string[];
  /** The client was guessed from the document; the person has not chosen it. */
  readonly clientGuessed: boolean;
  readonly keepIndustry: boolean;
  /** The kinds of personal data that the person does not look for. */
  readonly kindsOff: ReadonlySet<Kind>;
  /** Names of kinds that only recognisers of the service's users find. */
  readonly customEntities: readonly string[];
  /** What the person wants the clean copy to remove. */
  readonly cleaning: Cleaning;
  /** The person wants the clean copy in the index of released documents, where the policy leaves that open. */
  readonly addToIndex: boolean;
  /** The policy that applies to documents of the client; null before the service told it. */
  readonly policy: EffectivePolicy | null;
  readonly k: number;
  /** The level that the person chose. `k` is lower where the analysis has fewer levels, as without a client. */
  readonly chosenLevel: number;
  readonly analysis: Analysis | null;
  readonly answered: Question | null;
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Terms that the person added. */
  readonly customTerms: readonly string[];
  readonly history: readonly UndoStep[];
  /** How many places of each suggestion Word found; empty before the search. */
  readonly foundCounts: ReadonlyMap<string, number>;
  /** For each occurrence that Word found, the index of its place; null where that is unknown. */
  readonly occurrencePlaces: ReadonlyMap<string, readonly (number | null)[]>;
  /** Suggestions that are replaced in the open document. */
  readonly redactedIds: ReadonlySet<string>;
  /** Increases when other words would be redacted. A guess belongs to one revision. */
  readonly revision: number;
  readonly guess: { readonly revision: number; readonly result: GuessResult } | null;
  /** The guess at level 1, where no client term is redacted. */
  readonly guessAtLevelOne: GuessResult | null;
  /** The words of the document as it stands, from its real text; null where that is not known now. */
  readonly presentWords: WordCounts | null;
  /** The guess for exactly these words, at a level. */
  readonly standing: StandingGuess | null;
  /** What held-out attackers find in the document as it stands; null where it has changed since they were asked. */
  readonly panelNow: Panel | null;
  readonly filter: ListFilter;
  readonly sort: SortOrder;
  readonly openGroups: ReadonlySet<GroupName>;
  /** The groups that were open before the filter opened those with hits; null where nothing is filtered. */
  readonly openBeforeFilter: ReadonlySet<GroupName> | null;
  readonly selected: string | null;
  /** Several rows, picked for one decision. */
  readonly picked: ReadonlySet<string>;
  /** The place that the document shows: the n-th occurrence of a term, from 0. */
  readonly shown: { readonly id: string; readonly occurrence: number; readonly of: number } | null;
  /** The document has changed since the analysis. */
  readonly documentChanged: boolean;
  readonly leftPlaces: readonly LeftPlace[];
  /** The pane turned Track Changes off and could not turn it on again. */
  readonly trackingLost: boolean;
  /** What can be put back: its originals are in memory. */
  readonly restorable: Restorable;
  /** The places that the last undo could not put back. */
  readonly notRestored: readonly LeftPlace[];
  /** An earlier pane left Track Changes off; this one turned it on again. */
  readonly trackingBack: boolean;
  readonly verification: Verification | null;
  /** Whether the requirements and the policy are met; null where that is unknown. */
  readonly outcome: Outcome | null;
  readonly copy: CopySummary | null;
  readonly review: ReviewStatus | null;
  /** The stored decisions were made on another text, and wait for the person's answer. */
  readonly otherDocument: boolean;
  /** Why it was not approved: requirements that are not met. */
  readonly unmet: readonly Unmet[];
  /** The last event, for the status line; null: the stage's own sentence. */
  readonly message: string | null;
  /** The address that waits for the person's agreement; null where nothing waits. */
  readonly consent: string | null;
  readonly help: boolean;
  /** The welcome card is shown. */
  readonly welcome: boolean;
}

/** Actions of the controller: results from the service and from Word. */
export type FlowAction =
  | { readonly type: "access-changed"; readonly access: DocumentAccess }
  | { readonly type: "clients-loaded"; readonly clients: readonly ListedClient[]; readonly hiddenClients: number }
  | { readonly type: "level-loaded"; readonly k: number; readonly keepIndustry: boolean }
  | { readonly type: "client-guessed"; readonly looksLike: Likeness | null }
  | { readonly type: "policy-loaded"; readonly client: string | null; readonly policy: EffectivePolicy }
  | { readonly type: "analysing" }
  | { readonly type: "progress"; readonly done: number; readonly total: number; readonly step?: AnalysisStep }
  | {
      readonly type: "analysed";
      readonly analysis: Analysis;
      readonly answered: Question;
      /** The document has changed since it was read. */
      readonly documentChanged?: boolean;
    }
  | { readonly type: "term-not-searchable" } // the service cannot search for the last custom term
  | { readonly type: "level-one-guessed"; readonly guess: GuessResult }
  | { readonly type: "words-counted"; readonly words: WordCounts } // of the document as it stands
  | { readonly type: "standing-guessed"; readonly standing: StandingGuess }
  | {
      readonly type: "terms-located";
      readonly foundCounts: Session["foundCounts"];
      readonly occurrencePlaces?: Session["occurrencePlaces"];
    }
  | { readonly type: "guessed"; readonly revision: number; readonly guess: GuessResult }
  | { readonly type: "place-shown"; readonly id: string; readonly occurrence: number; readonly of: number }
  | { readonly type: "document-changed"; readonly keepMessage?: boolean }
  | { readonly type: "tracking-checked"; readonly is: "as it was" | "back" | "lost" }
  | {
      readonly type: "redacted";
      readonly redactedIds: Iterable<string>;
      readonly leftPlaces: readonly LeftPlace[];
      readonly trackingLost: boolean;
      readonly restorable?: Restorable;
    }
  | {
      readonly type: "restored";
      /** The terms of which places are back. */
      readonly ids: Iterable<string>;
      readonly places: number;
      /** Places that are back, but not in all of their formats. */
      readonly plain: number;
      readonly notRestored: readonly LeftPlace[];
      readonly restorable: Restorable;
      readonly trackingLost: boolean;
    }
  | { readonly type: "checked"; readonly verification: Verification; readonly outcome?: Outcome | null }
  | {
      readonly type: "copied";
      readonly opened: boolean;
      readonly copy: CopySummary;
      readonly verification: Verification;
      readonly outcome?: Outcome | null;
    }
  | { readonly type: "other-document"; readonly asked: boolean } // the review is of another text
  | { readonly type: "review-changed"; readonly review: ReviewStatus | null }
  | { readonly type: "not-approved"; readonly unmet: readonly Unmet[] } // why
  | { readonly type: "places-named"; readonly analysis: Analysis } // the same analysis, with ids of its places
  | {
      readonly type: "decisions-loaded";
      readonly decisions: ReadonlyMap<string, Decision>;
      /** Custom terms that the stored review knows. */
      readonly customTerms: readonly string[];
    }
  | { readonly type: "ask-consent"; readonly address: string }
  | { readonly type: "signed-out" } // the decisions are saved
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: PaneError }
  | { readonly type: "message"; readonly sentence: string };

/** Actions of the person. For those with →, the controller does the work and dispatches the result. */
export type UserAction =
  | { readonly type: "choose-client"; readonly client: string | null } // → analyse when needed
  | { readonly type: "choose-unknown-client"; readonly names: readonly string[] } // → analyse
  | { readonly type: "use-review" } // for this document → merge
  | { readonly type: "new-review" } // → analyse without the stored one
  | { readonly type: "keep-client" } // although the text looks like another one
  | { readonly type: "keep-industry"; readonly keep: boolean } // → analyse when needed
  | { readonly type: "set-level"; readonly k: number } // → analyse when needed; paint
  | { readonly type: "accept"; readonly ids: readonly string[] } // → paint
  | { readonly type: "accept-here"; readonly id: string; readonly occurrence: number } // → paint
  | { readonly type: "reject"; readonly ids: readonly string[]; readonly scope: Scope; readonly reason?: string } // → paint
  | { readonly type: "replace-by"; readonly id: string; readonly replacement: string } // edit or generalise
  | { readonly type: "add-alias"; readonly id: string } // → the client's dictionary
  | { readonly type: "reopen"; readonly ids: readonly string[] } // undecided again
  | { readonly type: "undo" } // → paint
  | { readonly type: "switch-kind"; readonly kind: Kind; readonly on: boolean } // → analyse
  | { readonly type: "clean"; readonly change: Partial<Cleaning> } // → analyse
  | { readonly type: "add"; readonly term: string } // → analyse
  | { readonly type: "add-terms"; readonly terms: readonly string[] } // → analyse
  | { readonly type: "add-pattern"; readonly pattern: string } // → search the document, then `add`
  | { readonly type: "add-selection" } // → read the selection, then `add`
  | { readonly type: "select"; readonly id: string } // → go there
  | { readonly type: "pick"; readonly id: string; readonly to?: "range" } // a row, or all up to it
  | { readonly type: "pick-none" }
  | { readonly type: "step-suggestion"; readonly by: 1 | -1 } // next or previous suggestion → go there
  | { readonly type: "step-place"; readonly id: string; readonly by: 1 | -1 } // → next or previous occurrence
  | { readonly type: "go-to"; readonly id: string; readonly occurrence: number } // → exactly there
  | { readonly type: "show-paragraph"; readonly part: string; readonly kind: string; readonly number: number } // → there
  | { readonly type: "filter"; readonly filter: Partial<ListFilter> }
  | { readonly type: "sort"; readonly sort: SortOrder }
  | { readonly type: "unfold"; readonly group: GroupName; readonly open: boolean }
  | { readonly type: "analyse" } // → again, from the document as it is now
  | { readonly type: "redact" } // →
  | { readonly type: "restore"; readonly ids: readonly string[] | null } // → null: the last redaction
  | { readonly type: "check" } // →
  | { readonly type: "copy" } // → make the clean copy and open it
  | { readonly type: "download" } // → the clean copy as a file
  | { readonly type: "download-certificate"; readonly form: CertificateForm } // → the certificate of the clean copy
  | { readonly type: "compare-word" } // → with the Word host of the tests
  | { readonly type: "add-to-index"; readonly on: boolean } // the clean copy
  | { readonly type: "find-released" } // → in the index of released documents
  | { readonly type: "save-in-browser" } // → the last file again, where a link has saved nothing
  | { readonly type: "cancel" } // →
  | { readonly type: "sign-in"; readonly token: string | null } // → null: with an account of the organisation
  | { readonly type: "retry" } // → the task that failed
  | { readonly type: "consent" } // the document may be sent → analyse
  | { readonly type: "sign-out" } // → remove the marks, then start again
  | { readonly type: "reload" } // → the page
  | {
      readonly type: "step-review";
      readonly move: ReviewStep;
      readonly note?: string;
      readonly allowing?: readonly Unmet[];
    } // →
  | { readonly type: "judge-sample"; readonly verdicts: readonly BlindVerdict[] | null } // → null: take it
  | { readonly type: "dismiss" } // the error card
  | { readonly type: "help"; readonly open: boolean }
  | { readonly type: "welcome"; readonly open: boolean };

/** The files that belong to a clean copy: the certificate in two formats, and the private report. */
export type CertificateForm = "page" | "json" | "report";

export type Action = FlowAction | UserAction;

/** The session at the start. */
export const START: Session = Object.freeze<Session>({
  stage: { is: "opening" },
  error: null,
  access: { inPlace: true, blockedBy: null, textOnly: false, textBoxes: true },
  clients: [],
  hiddenClients: 0,
  client: null,
  looksLike: null,
  keptClient: null,
  unknownNames: [],
  clientGuessed: false,
  keepIndustry: true,
  kindsOff: new Set(),
  customEntities: [],
  cleaning: REMOVE_ALL,
  addToIndex: false,
  policy: null,
  k: 5,
  chosenLevel: 5,
  analysis: null,
  answered: null,
  decisions: new Map(),
  customTerms: [],
  history: [],
  foundCounts: new Map(),
  occurrencePlaces: new Map(),
  redactedIds: new Set(),
  revision: 0,
  guess: null,
  guessAtLevelOne: null,
  presentWords: null,
  standing: null,
  panelNow: null,
  filter: { show: "all", text: "" },
  sort: "telling",
  openGroups: new Set<GroupName>(["client", "people"]),
  openBeforeFilter: null,
  selected: null,
  picked: new Set(),
  shown: null,
  documentChanged: false,
  leftPlaces: [],
  trackingLost: false,
  restorable: { places: new Map(), last: [] },
  notRestored: [],
  trackingBack: false,
  verification: null,
  outcome: null,
  copy: null,
  review: null,
  otherDocument: false,
  unmet: [],
  message: null,
  consent: null,
  help: false,
  welcome: false,
});
