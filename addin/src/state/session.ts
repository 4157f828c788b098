/** A person at work on one document: everything the pane shows, as one value that only `reduce` makes anew. */

import type {
  Analysis,
  Covered,
  GuessResult,
  ListedClient,
  Outcome,
  ReviewStep,
  Unmet,
  Verification,
} from "../api/schemas";
import type { Decision, Scope, UndoStep } from "./decisions";
import type { ListFilter, GroupName, SortOrder } from "./suggestion_list";
import type { PaneError } from "./error_messages";

/** What the pane is doing, or waiting for; `done` of `total` are batches, pages or bytes, `total` 0 is unknown. */
export type Stage =
  | { readonly is: "opening" }
  | { readonly is: "analysing"; readonly done: number; readonly total: number }
  | { readonly is: "deciding" }
  | { readonly is: "redacting"; readonly done: number; readonly total: number }
  | { readonly is: "redacted" }
  | { readonly is: "checking" }
  | { readonly is: "checked" }
  | { readonly is: "copying" }
  | { readonly is: "copied"; readonly opened: boolean };

/** What Word lets the pane do with this document. */
export interface DocumentAccess {
  /** Words can be replaced in the open document; not where it is protected or its tracking is locked. */
  readonly inPlace: boolean;
  /** Why not, where it cannot. */
  readonly blockedBy: "protected" | "tracking_locked" | null;
  /** Marks of ours are in it, made before it was protected: nobody can take them away for now. */
  readonly stillMarked?: boolean;
  /** Word gave no file but only the text it shows: nothing can be said of the rest. */
  readonly textOnly: boolean;
  readonly textBoxes: boolean;
}

/** What the service is asked to analyse; a new question makes the analysis a thing of the past. */
export interface Question {
  readonly client: string | null;
  /** Up to which level the analysis shows them; the service shows no more than there are clients. */
  readonly levels: number | null;
  /** Null leaves it to the service, which keeps the industry where it is known. */
  readonly objective: "uniform" | null;
  readonly always: readonly string[];
}

/** A place that is still there after redacting, and the code of what stood in the way. */
export interface LeftPlace {
  readonly id: string;
  /** Which one it is in the document; null where Word does not reach it. */
  readonly occurrence: number | null;
  readonly why: string;
}

/** Whose turn it is when two people decide. */
export interface ReviewStatus {
  readonly state: "draft" | "submitted" | "claimed" | "returned" | "second" | "approved";
  readonly mine: boolean;
  /** What this person may do with it next. */
  readonly steps: readonly ReviewStep[];
  /** Why it was sent back, where somebody has said so. */
  readonly note: string | null;
  /** What its approval lets stay in the clean copy although it stands against what was asked for or the policy. */
  readonly allowed: readonly Unmet[];
}

/** The clean copy, ready to be taken. */
export interface CopySummary {
  readonly name: string;
  readonly coverage: readonly Covered[];
}

export interface Session {
  readonly stage: Stage;
  readonly error: PaneError | null;
  readonly access: DocumentAccess;
  readonly clients: readonly ListedClient[];
  /** How many clients there are whose names this person may not see. */
  readonly hiddenClients: number;
  readonly client: string | null;
  /** The client was filled in because the document looks like it; nobody has chosen it. */
  readonly clientGuessed: boolean;
  readonly keepIndustry: boolean;
  readonly k: number;
  readonly analysis: Analysis | null;
  readonly answered: Question | null;
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Terms that somebody added by hand. */
  readonly customTerms: readonly string[];
  readonly history: readonly UndoStep[];
  /** How many of the places of each suggestion Word holds; empty before the document was searched. */
  readonly foundCounts: ReadonlyMap<string, number>;
  /** For each occurrence that Word holds which place of its suggestion it is; null where Word does not tell. */
  readonly occurrencePlaces: ReadonlyMap<string, readonly (number | null)[]>;
  /** Suggestions that have been replaced in the open document. */
  readonly redactedIds: ReadonlySet<string>;
  /** Counts up whenever other words would go; a look belongs to one revision. */
  readonly revision: number;
  readonly guess: { readonly revision: number; readonly result: GuessResult } | null;
  /** What the document looks like while no client term goes: level 1. */
  readonly guessAtLevelOne: GuessResult | null;
  readonly filter: ListFilter;
  readonly sort: SortOrder;
  readonly openGroups: ReadonlySet<GroupName>;
  readonly selected: string | null;
  /** Where the document shows the current term: the n-th of its occurrences, from 0. */
  readonly shown: { readonly id: string; readonly occurrence: number; readonly of: number } | null;
  /** The document has changed since it was analysed. */
  readonly documentChanged: boolean;
  readonly leftPlaces: readonly LeftPlace[];
  /** The pane had turned tracking off and could not turn it on again. */
  readonly trackingLost: boolean;
  /** A pane that ended in the middle had left it off; this one has turned it on again. */
  readonly trackingBack: boolean;
  readonly verification: Verification | null;
  /** Whether what was asked for, and the policy, hold on what was checked; null where nobody could tell. */
  readonly outcome: Outcome | null;
  readonly copy: CopySummary | null;
  readonly review: ReviewStatus | null;
  /** Why it was not approved: what does not hold on the redacted document. */
  readonly unmet: readonly Unmet[];
  /** The last thing that happened, for the status line; null: what the stage says. */
  readonly message: string | null;
  readonly help: boolean;
  /** The three sentences for whoever is here for the first time are shown. */
  readonly welcome: boolean;
}

/** What the flow tells of the service and of Word. */
export type FlowAction =
  | { readonly type: "access-changed"; readonly access: DocumentAccess }
  | { readonly type: "clients-loaded"; readonly clients: readonly ListedClient[]; readonly hiddenClients: number }
  | { readonly type: "client-guessed"; readonly client: string | null }
  | { readonly type: "analysing" }
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  | {
      readonly type: "analysed";
      readonly analysis: Analysis;
      readonly answered: Question;
      /** The document has changed since it was read. */
      readonly documentChanged?: boolean;
    }
  | { readonly type: "term-not-searchable" } // the service cannot look for what was added last
  | { readonly type: "level-one-guessed"; readonly guess: GuessResult }
  | {
      readonly type: "terms-located";
      readonly foundCounts: Session["foundCounts"];
      readonly occurrencePlaces?: Session["occurrencePlaces"];
    }
  | { readonly type: "guessed"; readonly revision: number; readonly guess: GuessResult }
  | { readonly type: "place-shown"; readonly id: string; readonly occurrence: number; readonly of: number }
  | { readonly type: "document-changed" }
  | { readonly type: "tracking-checked"; readonly is: "as it was" | "back" | "lost" }
  | {
      readonly type: "redacted";
      readonly redactedIds: Iterable<string>;
      readonly leftPlaces: readonly LeftPlace[];
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
  | { readonly type: "review-changed"; readonly review: ReviewStatus | null }
  | { readonly type: "not-approved"; readonly unmet: readonly Unmet[] } // so it was not approved
  | {
      readonly type: "decisions-loaded";
      readonly decisions: ReadonlyMap<string, Decision>;
      /** Terms that were added by hand before, and are in the document. */
      readonly customTerms: readonly string[];
    }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: PaneError }
  | { readonly type: "message"; readonly sentence: string };

/** What the person does. Of those marked →, the flow does the work and tells the outcome. */
export type UserAction =
  | { readonly type: "choose-client"; readonly client: string | null } // → analyse when `due`
  | { readonly type: "keep-industry"; readonly keep: boolean } // → analyse when `due`
  | { readonly type: "set-level"; readonly k: number } // → analyse when `due`; paint
  | { readonly type: "accept"; readonly ids: readonly string[] } // → paint
  | { readonly type: "accept-here"; readonly id: string; readonly occurrence: number } // → paint
  | { readonly type: "reject"; readonly ids: readonly string[]; readonly scope: Scope; readonly reason?: string } // → paint
  | { readonly type: "replace-by"; readonly id: string; readonly replacement: string } // edit and generalise
  | { readonly type: "add-alias"; readonly id: string } // → the client's dictionary
  | { readonly type: "reopen"; readonly ids: readonly string[] } // undecided again
  | { readonly type: "undo" } // → paint
  | { readonly type: "add"; readonly term: string } // → analyse
  | { readonly type: "add-selection" } // → read the selection, then `add`
  | { readonly type: "select"; readonly id: string } // → go there
  | { readonly type: "step-suggestion"; readonly by: 1 | -1 } // next or previous suggestion → go there
  | { readonly type: "step-place"; readonly id: string; readonly by: 1 | -1 } // → next or previous occurrence
  | { readonly type: "go-to"; readonly id: string; readonly occurrence: number } // → exactly there
  | { readonly type: "filter"; readonly filter: Partial<ListFilter> }
  | { readonly type: "sort"; readonly sort: SortOrder }
  | { readonly type: "unfold"; readonly group: GroupName; readonly open: boolean }
  | { readonly type: "analyse" } // → again, from the document as it is now
  | { readonly type: "redact" } // →
  | { readonly type: "check" } // →
  | { readonly type: "copy" } // → make the clean copy and open it
  | { readonly type: "download" } // → the clean copy as a file
  | { readonly type: "download-certificate"; readonly form: CertificateForm } // → the certificate of the clean copy
  | { readonly type: "cancel" } // →
  | { readonly type: "sign-in"; readonly token: string | null } // → null: with the account of the house
  | { readonly type: "retry" } // → what was in trouble
  | { readonly type: "reload" } // → the pane itself
  | {
      readonly type: "step-review";
      readonly move: ReviewStep;
      readonly note?: string;
      readonly allowing?: readonly Unmet[];
    } // →
  | { readonly type: "dismiss" } // a trouble that has been read
  | { readonly type: "help"; readonly open: boolean }
  | { readonly type: "welcome"; readonly open: boolean };

/** What is saved beside a clean copy: its certificate in two forms, and what opens that. */
export type CertificateForm = "page" | "json" | "report";

export type Action = FlowAction | UserAction;

/** The session before anything is known. */
export const START: Session = Object.freeze<Session>({
  stage: { is: "opening" },
  error: null,
  access: { inPlace: true, blockedBy: null, textOnly: false, textBoxes: true },
  clients: [],
  hiddenClients: 0,
  client: null,
  clientGuessed: false,
  keepIndustry: true,
  k: 5,
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
  filter: { show: "all", text: "" },
  sort: "telling",
  openGroups: new Set<GroupName>(["client", "people"]),
  selected: null,
  shown: null,
  documentChanged: false,
  leftPlaces: [],
  trackingLost: false,
  trackingBack: false,
  verification: null,
  outcome: null,
  copy: null,
  review: null,
  unmet: [],
  message: null,
  help: false,
  welcome: false,
});
