/** A person at work on one document: everything the pane shows, as one value that only `reduce` makes anew. */

import type { Analysis, Covered, ListedClient, Look, Outcome, Shortfall, Verification } from "./analysis";
import type { Decision, Scope, Undo } from "./decisions";
import type { Filter, GroupName, Sort } from "./list";
import type { Trouble } from "./troubles";

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
export interface Reach {
  /** Words can be replaced in the open document; not where it is protected or its tracking is locked. */
  readonly inPlace: boolean;
  /** Why not, where it cannot. */
  readonly why: "protected" | "tracking_locked" | null;
  /** Marks of ours are in it, made before it was protected: nobody can take them away for now. */
  readonly marked?: boolean;
  /** Word gave no file but only the text it shows: nothing can be said of the rest. */
  readonly partial: boolean;
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
export interface Left {
  readonly id: string;
  /** Which one it is in the document; null where Word does not reach it. */
  readonly occurrence: number | null;
  readonly why: string;
}

/** Whose turn it is when two people decide. */
export interface Review {
  readonly state: "draft" | "submitted" | "claimed" | "returned" | "second" | "approved";
  readonly mine: boolean;
  /** Who has it now, as people call them; null: nobody yet. */
  readonly who: string | null;
  /** What this person may do with it next. */
  readonly steps: readonly ReviewStep[];
  /** Why it was sent back, where somebody has said so. */
  readonly note: string | null;
  /** What its approval lets stay in the clean copy although it stands against what was asked for or the policy. */
  readonly allowed: readonly Shortfall[];
}

export type ReviewStep = "submit" | "recall" | "claim" | "release" | "approve" | "return" | "reopen";

/** The clean copy, ready to be taken. */
export interface Copy {
  readonly name: string;
  readonly coverage: readonly Covered[];
}

export interface Session {
  readonly stage: Stage;
  readonly trouble: Trouble | null;
  readonly reach: Reach;
  readonly clients: readonly ListedClient[];
  /** How many clients there are whose names this person may not see. */
  readonly others: number;
  readonly client: string | null;
  /** The client was filled in because the document looks like it; nobody has chosen it. */
  readonly filledIn: boolean;
  readonly keepIndustry: boolean;
  readonly k: number;
  readonly analysis: Analysis | null;
  readonly asked: Question | null;
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Terms that somebody added by hand. */
  readonly added: readonly string[];
  readonly past: readonly Undo[];
  /** How many of the places of each suggestion Word holds; empty before the document was searched. */
  readonly found: ReadonlyMap<string, number>;
  /** For each occurrence that Word holds which place of its suggestion it is; null where Word does not tell. */
  readonly places: ReadonlyMap<string, readonly (number | null)[]>;
  /** Suggestions that have been replaced in the open document. */
  readonly applied: ReadonlySet<string>;
  /** Counts up whenever other words would go; a look belongs to one revision. */
  readonly revision: number;
  readonly look: { readonly revision: number; readonly look: Look } | null;
  /** What the document looks like while no client term goes: level 1. */
  readonly before: Look | null;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly open: ReadonlySet<GroupName>;
  readonly current: string | null;
  /** Where the document shows the current term: the n-th of its occurrences, from 0. */
  readonly at: { readonly id: string; readonly occurrence: number; readonly of: number } | null;
  /** The document has changed since it was analysed. */
  readonly changed: boolean;
  readonly left: readonly Left[];
  /** The pane had turned tracking off and could not turn it on again. */
  readonly trackingLost: boolean;
  /** A pane that ended in the middle had left it off; this one has turned it on again. */
  readonly trackingBack: boolean;
  readonly verification: Verification | null;
  /** Whether what was asked for, and the policy, hold on what was checked; null where nobody could tell. */
  readonly outcome: Outcome | null;
  readonly copy: Copy | null;
  readonly review: Review | null;
  /** Why it was not approved: what does not hold on the redacted document. */
  readonly unmet: readonly Shortfall[];
  /** The last thing that happened, for the status line; null: what the stage says. */
  readonly said: string | null;
  readonly help: boolean;
  /** The three sentences for whoever is here for the first time are shown. */
  readonly welcome: boolean;
}

/** What the flow tells of the service and of Word. */
export type Told =
  | { readonly type: "opened"; readonly reach: Reach }
  | { readonly type: "clients"; readonly clients: readonly ListedClient[]; readonly others: number }
  | { readonly type: "looks-like"; readonly client: string | null }
  | { readonly type: "analysing" }
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  | {
      readonly type: "analysed";
      readonly analysis: Analysis;
      readonly asked: Question;
      /** The document has changed since it was read. */
      readonly changed?: boolean;
    }
  | { readonly type: "not-added" } // the service cannot look for what was added last
  | { readonly type: "before"; readonly look: Look }
  | { readonly type: "located"; readonly found: Session["found"]; readonly places?: Session["places"] }
  | { readonly type: "looked"; readonly revision: number; readonly look: Look }
  | { readonly type: "at"; readonly id: string; readonly occurrence: number; readonly of: number }
  | { readonly type: "changed" }
  | { readonly type: "tracking"; readonly is: "as it was" | "back" | "lost" }
  | {
      readonly type: "redacted";
      readonly applied: Iterable<string>;
      readonly left: readonly Left[];
      readonly trackingLost: boolean;
    }
  | { readonly type: "checked"; readonly verification: Verification; readonly outcome?: Outcome | null }
  | {
      readonly type: "copied";
      readonly opened: boolean;
      readonly copy: Copy;
      readonly verification: Verification;
      readonly outcome?: Outcome | null;
    }
  | { readonly type: "reviewed"; readonly review: Review | null }
  | { readonly type: "not-met"; readonly unmet: readonly Shortfall[] } // so it was not approved
  | {
      readonly type: "recalled";
      readonly decisions: ReadonlyMap<string, Decision>;
      /** Terms that were added by hand before, and are in the document. */
      readonly added: readonly string[];
    }
  | { readonly type: "cancelled" }
  | { readonly type: "trouble"; readonly trouble: Trouble }
  | { readonly type: "said"; readonly sentence: string };

/** What the person does. Of those marked →, the flow does the work and tells the outcome. */
export type Done =
  | { readonly type: "choose-client"; readonly client: string | null } // → analyse when `due`
  | { readonly type: "keep-industry"; readonly keep: boolean } // → analyse when `due`
  | { readonly type: "level"; readonly k: number } // → analyse when `due`; paint
  | { readonly type: "accept"; readonly ids: readonly string[] } // → paint
  | { readonly type: "accept-here"; readonly id: string; readonly occurrence: number } // → paint
  | { readonly type: "reject"; readonly ids: readonly string[]; readonly scope: Scope; readonly reason?: string } // → paint
  | { readonly type: "replace-by"; readonly id: string; readonly replacement: string } // edit and generalise
  | { readonly type: "alias"; readonly id: string } // → the client's dictionary
  | { readonly type: "reopen"; readonly ids: readonly string[] } // undecided again
  | { readonly type: "undo" } // → paint
  | { readonly type: "add"; readonly term: string } // → analyse
  | { readonly type: "add-selection" } // → read the selection, then `add`
  | { readonly type: "select"; readonly id: string } // → go there
  | { readonly type: "step"; readonly by: 1 | -1 } // next or previous suggestion → go there
  | { readonly type: "go"; readonly id: string; readonly by: 1 | -1 } // → next or previous occurrence
  | { readonly type: "go-to"; readonly id: string; readonly occurrence: number } // → exactly there
  | { readonly type: "filter"; readonly filter: Partial<Filter> }
  | { readonly type: "sort"; readonly sort: Sort }
  | { readonly type: "unfold"; readonly group: GroupName; readonly open: boolean }
  | { readonly type: "analyse" } // → again, from the document as it is now
  | { readonly type: "redact" } // →
  | { readonly type: "check" } // →
  | { readonly type: "copy" } // → make the clean copy and open it
  | { readonly type: "download" } // → the clean copy as a file
  | { readonly type: "certificate"; readonly form: CertificateForm } // → the certificate of the clean copy
  | { readonly type: "cancel" } // →
  | { readonly type: "sign-in"; readonly token: string | null } // → null: with the account of the house
  | { readonly type: "retry" } // → what was in trouble
  | { readonly type: "reload" } // → the pane itself
  | {
      readonly type: "move-review";
      readonly move: ReviewStep;
      readonly note?: string;
      readonly allowing?: readonly Shortfall[];
    } // →
  | { readonly type: "dismiss" } // a trouble that has been read
  | { readonly type: "help"; readonly open: boolean }
  | { readonly type: "welcome"; readonly open: boolean };

/** What is saved beside a clean copy: its certificate in two forms, and what opens that. */
export type CertificateForm = "page" | "json" | "report";

export type Action = Told | Done;

/** The session before anything is known. */
export const START: Session = Object.freeze<Session>({
  stage: { is: "opening" },
  trouble: null,
  reach: { inPlace: true, why: null, partial: false, textBoxes: true },
  clients: [],
  others: 0,
  client: null,
  filledIn: false,
  keepIndustry: true,
  k: 5,
  analysis: null,
  asked: null,
  decisions: new Map(),
  added: [],
  past: [],
  found: new Map(),
  places: new Map(),
  applied: new Set(),
  revision: 0,
  look: null,
  before: null,
  filter: { show: "all", text: "" },
  sort: "telling",
  open: new Set<GroupName>(["client", "people"]),
  current: null,
  at: null,
  changed: false,
  left: [],
  trackingLost: false,
  trackingBack: false,
  verification: null,
  outcome: null,
  copy: null,
  review: null,
  unmet: [],
  said: null,
  help: false,
  welcome: false,
});
