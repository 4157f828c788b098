/** What follows from what people do: the work with Word and the service, one at a time, that can be stopped. */

import type { Api } from "./api";
import { ApiProblem } from "./api/problem";
import type { SignIn } from "./auth";
import { analyse } from "./flow/analysing";
import type { Desk, Procedure } from "./flow/desk";
import { dropAlias, keepAlias } from "./flow/dictionaries";
import { open } from "./flow/opening";
import { check, copy, redact } from "./flow/redacting";
import { Remembering } from "./flow/remembering";
import { troubleOf } from "./flow/troubles";
import { Latest, STOPPED, Turns } from "./flow/turns";
import { due, goneWords, marks, question, type Marks } from "./review/selectors";
import type { Action, Session } from "./review/session";
import type { Store } from "./review/store";
import { WordProblem, type Problem, type WordDocument } from "./word/document";

/** What lies around the flow; `page` does what only a page can. */
export interface Around {
  readonly api: Api;
  readonly word: WordDocument;
  readonly store: Store;
  readonly tokens: SignIn;
  readonly page: Page;
}

export interface Page {
  save(name: string, bytes: Uint8Array): void;
  reload(): void;
}

/** Milliseconds of quiet after which it is worth to ask or to paint. */
const QUIET = { guess: 250, paint: 60, question: 500, decisions: 600 };

type Reactions = {
  readonly [Type in Action["type"]]?: (action: Extract<Action, { type: Type }>, now: Session) => unknown;
};

const NO_MARKS: Marks = new Map();

/** Start the flow; from here on it listens to the store. */
export function startFlow(around: Around): void {
  new Flow(around).start();
}

class Flow {
  private readonly desk: Desk;
  private readonly turns = new Turns();
  private readonly guessing = new Latest(signal => this.quietly(this.guess(signal), signal), QUIET.guess);
  private readonly painting = new Latest(signal => this.quietly(this.paint(signal), signal), QUIET.paint);
  private readonly saving = new Latest(signal => this.quietly(this.save(signal), signal), QUIET.decisions);
  private again: Procedure;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Around) {
    const { api, word, store } = around;
    const parts = {
      ...{ api, word, kept: { reading: null, unreachable: new Map(), copy: null } },
      session: () => store.session,
      tell: (action: Action) => store.dispatch(action),
    };
    this.desk = Object.assign(parts, { remembering: new Remembering(parts) });
    this.again = this.opening;
  }

  start(): void {
    this.around.store.subscribe((now, action, before) => this.hear(now, action, before));
    this.around.word.onChanged(() => this.desk.tell({ type: "changed" }));
    this.begin(this.opening);
  }

  private readonly opening: Procedure = (desk, signal) => open(desk, this.around.tokens, signal);

  private hear(now: Session, action: Action, before: Session): void {
    this.follow(now, action);
    if (now.revision !== before.revision) this.guessing.soon();
    if (now.decisions !== before.decisions) this.saving.soon();
    if (action.type === "undo") for (const id of aliasesLost(before, now)) this.aside(dropAlias(this.desk, id));
    if (marksIn(now) !== marksIn(before) || action.type === "located") this.painting.soon();
    if (question(now) !== question(before) || action.type === "analysed") this.askAgain(now, action);
  }

  /** The work that an action of a person begins. */
  private follow(now: Session, action: Action): void {
    const react = this.reactions[action.type] as ((action: Action, now: Session) => void) | undefined;
    react?.(action, now);
  }

  private readonly reactions: Reactions = {
    analyse: () => this.begin(analyse),
    redact: (_, { stage }) => stage.is === "redacting" && this.begin(redact),
    check: (_, { stage }) => stage.is === "checking" && this.begin(check),
    copy: (_, { stage }) => stage.is === "copying" && this.begin(copy),
    cancel: () => this.turns.stop(),
    retry: () => this.begin(this.again),
    "sign-in": ({ token }) => this.begin(this.signingIn(token)),
    reload: () => this.around.page.reload(),
    download: () => this.download(),
    certificate: () => this.aside(this.certify()),
    "move-review": ({ move }) => this.aside(this.desk.remembering.move(move, new AbortController().signal)),
    alias: ({ id }) => this.aside(keepAlias(this.desk, id)),
    "add-selection": () => this.aside(this.addSelection()),
    select: ({ id }) => this.aside(this.goTo(id, 0)),
    step: (_, { current }) => current !== null && this.aside(this.goTo(current, 0)),
    go: ({ id, by }, { at }) => this.aside(this.goTo(id, (at?.id === id ? at.occurrence : -1) + by)),
    "go-to": ({ id, occurrence }) => this.aside(this.goTo(id, occurrence)),
  };

  private signingIn(token: string | null): Procedure {
    const interrupted = this.again;
    return async (desk, signal) => {
      await this.around.tokens.signIn(token);
      this.again = interrupted;
      await interrupted(desk, signal);
    };
  }

  /** Another question than the one that was answered: asked when nobody moves any more. */
  private askAgain(now: Session, action: Action): void {
    clearTimeout(this.asking);
    if (!due(now)) return;
    const once = action.type === "choose-client" || action.type === "keep-industry";
    this.asking = setTimeout(() => this.begin(analyse), once ? 0 : QUIET.question);
  }

  private begin(procedure: Procedure): void {
    clearTimeout(this.asking);
    void this.turns.take(async signal => {
      await this.painting.rest();
      this.again = procedure;
      try {
        await procedure(this.desk, signal);
      } catch (error) {
        this.tellOf(error, signal);
      } finally {
        this.painting.resume();
      }
    });
  }

  private tellOf(error: unknown, signal: AbortSignal): void {
    const { tell } = this.desk;
    if (signal.aborted) {
      if (signal.reason === STOPPED) tell({ type: "cancelled" });
      return;
    }
    if (error instanceof WordProblem && this.isKnown(error.code)) return;
    const trouble = troubleOf(error);
    const by = this.around.tokens.by;
    tell({ type: "trouble", trouble: trouble.name === "signed_out" ? { ...trouble, by } : trouble });
  }

  /** What stands in the way in Word itself, and does not pass by trying again. */
  private isKnown(code: Problem): boolean {
    const { tell, session } = this.desk;
    if (code === "tracking_on") {
      tell({ type: "said", sentence: "Word tracks changes, so nothing is marked in the document." });
      return true;
    }
    if (code !== "tracking_locked" && code !== "protected") return false;
    const replacing = session().stage.is === "redacting";
    tell({ type: "cancelled" });
    tell({ type: "opened", reach: { ...session().reach, inPlace: false, why: code } });
    const kept = replacing ? "Nothing was replaced" : "Nothing can be marked in this document";
    tell({ type: "said", sentence: `${kept}. The clean copy is open to you.` });
    return true;
  }

  private async paint(signal: AbortSignal): Promise<void> {
    const { word, session } = this.desk;
    const { found, reach } = session();
    if (found.size > 0 && reach.why !== "protected") await word.paint(marksIn(session()), signal, () => undefined);
  }

  private async guess(signal: AbortSignal): Promise<void> {
    const { api, session, tell } = this.desk;
    const { analysis, revision } = session();
    const client = analysis?.client ?? null;
    if (analysis === null || client === null) return;
    const gone = goneWords(session()).map(each => ({ ...each }));
    const look = await api.guess({ words: analysis.words, gone, client }, signal);
    tell({ type: "looked", revision, look });
  }

  private async goTo(id: string, occurrence: number): Promise<void> {
    const { word, session, tell } = this.desk;
    if ((session().found.get(id) ?? 0) === 0) return;
    tell({ type: "at", id, ...(await word.goTo(id, occurrence)) });
  }

  private async addSelection(): Promise<void> {
    const { word, tell } = this.desk;
    const selected = await word.selection();
    const term = selected?.text.trim() ?? "";
    tell(term === "" ? { type: "said", sentence: "Select a word in the document first." } : { type: "add", term });
  }

  private async save(signal: AbortSignal): Promise<void> {
    try {
      await this.desk.remembering.save(signal);
    } catch (problem) {
      if (!(problem instanceof ApiProblem && [403, 404, 503].includes(problem.status))) throw problem;
      this.desk.tell({
        type: "said",
        sentence: "What you decide counts here, and is not remembered by the service.",
      });
    }
  }

  private download(): void {
    const { copy: made } = this.desk.kept;
    if (made) this.around.page.save(made.name, made.bytes);
  }

  /** What was checked, for whoever gets the document: it names no term and no client. */
  private async certify(): Promise<void> {
    const { kept, session } = this.desk;
    const { verification, copy: made, analysis } = session();
    const hash = kept.copy === null ? null : await sha256(kept.copy.bytes);
    const told = {
      ...{ made: new Date().toISOString(), result_sha256: hash, model: analysis?.model ?? null },
      ...{ verification, coverage: made?.coverage ?? [] },
    };
    this.around.page.save("certificate.json", new TextEncoder().encode(JSON.stringify(told, null, 2)));
  }

  /** Small work beside the long one. */
  private aside(work: Promise<void>): void {
    void this.quietly(work);
  }

  private async quietly(work: Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (signal?.aborted !== true) this.tellOf(error, new AbortController().signal);
    }
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return [...hash].map(each => each.toString(16).padStart(2, "0")).join("");
}

/** What somebody called a name of the client, and has taken back. */
function aliasesLost(before: Session, now: Session): readonly string[] {
  const was = [...before.decisions].filter(([, decision]) => decision.alias === true).map(([id]) => id);
  return was.filter(id => now.decisions.get(id)?.alias !== true);
}

/** What is marked now: nothing while the file is checked or copied, for the marks are no part of it. */
function marksIn(session: Session): Marks {
  const bare = ["checking", "checked", "copying", "copied"].includes(session.stage.is);
  return bare || session.analysis === null ? NO_MARKS : marks(session);
}
