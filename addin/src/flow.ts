/** What follows from what people do: the work with Word and the service, one at a time, that can be stopped. */

import type { Api } from "./api";
import { ApiProblem } from "./api/problem";
import type { SignIn } from "./auth";
import { analyse } from "./flow/analysing";
import type { Desk, Procedure } from "./flow/desk";
import { dropAlias, keepAlias } from "./flow/dictionaries";
import { open } from "./flow/opening";
import { approve } from "./flow/approving";
import { check, copy, redact } from "./flow/redacting";
import { Remembering } from "./flow/remembering";
import { troubleOf } from "./flow/troubles";
import { Latest, STOPPED, Turns } from "./flow/turns";
import { isFirstTime, welcomeWasRead } from "./flow/welcome";
import { due, goneWords, marks, question, type Marks } from "./review/selectors";
import type { Action, CertificateForm, Session } from "./review/session";
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

/** Of more characters the service takes no term (`docs/api-guide.md`). */
const LONGEST_TERM = 300;
/** What Word puts between paragraphs and between the cells of a table. */
const BETWEEN = ["\r", "\n", "\u0007"];
const TOO_LONG = `Select fewer words: a term has ${LONGEST_TERM} characters at most.`;

type Work = () => void;

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
  private readonly guessing: Latest = this.latest(signal => this.guess(signal), QUIET.guess);
  private readonly painting: Latest = this.latest(signal => this.paint(signal), QUIET.paint);
  private readonly saving: Latest = this.latest(() => this.save(), QUIET.decisions);
  /** What is done when somebody asks for it once more: the work that failed, and no other. */
  private again: Work;
  /** What failed beside long work, and is done when that has ended. */
  private readonly missed = new Set<Work>();
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Around) {
    const { api, word, store } = around;
    const parts = {
      ...{ api, word, kept: { reading: null, readAt: 0, changes: 0, unreachable: new Map(), copy: null } },
      session: () => store.session,
      tell: (action: Action) => store.dispatch(action),
    };
    this.desk = Object.assign(parts, { remembering: new Remembering(parts) });
    this.again = () => this.begin(this.opening);
  }

  start(): void {
    this.around.store.subscribe((now, action, before) => this.hear(now, action, before));
    this.around.word.onChanged(() => this.hasChanged());
    if (isFirstTime()) this.desk.tell({ type: "welcome", open: true });
    this.again();
  }

  private hasChanged(): void {
    this.desk.kept.changes += 1;
    this.desk.tell({ type: "changed" });
  }

  private readonly opening: Procedure = (desk, signal) => open(desk, this.around.tokens, signal);

  private hear(now: Session, action: Action, before: Session): void {
    this.follow(now, action);
    if (now.revision !== before.revision) this.guessing.soon();
    if (now.decisions !== before.decisions) this.saving.soon();
    if (action.type === "undo")
      for (const id of aliasesLost(before, now)) this.aside(() => this.naming(dropAlias(this.desk, id)));
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
    redact: (action, { stage }) => stage.is === "redacting" && this.begin(redact, this.asked(action)),
    check: (action, { stage }) => stage.is === "checking" && this.begin(check, this.asked(action)),
    copy: (action, { stage }) => stage.is === "copying" && this.begin(copy, this.asked(action)),
    cancel: () => this.turns.stop(),
    retry: () => this.again(),
    "sign-in": ({ token }) => this.begin(this.signingIn(token), this.again),
    reload: () => this.around.page.reload(),
    welcome: ({ open: shown }) => shown || welcomeWasRead(),
    download: () => this.download(),
    certificate: ({ form }) => this.certificate(form),
    "move-review": ({ move, note = null, allowing = [] }) =>
      this.aside(() =>
        move === "approve" ? approve(this.desk, allowing) : this.desk.remembering.move(move, note),
      ),
    alias: ({ id }) => this.aside(() => this.naming(keepAlias(this.desk, id))),
    "add-selection": () => this.aside(() => this.addSelection()),
    // Whoever opens the menu of a line stays at the place that is shown: "here" is there.
    select: ({ id }, { at }) => this.aside(() => this.goTo(id, at?.id === id ? at.occurrence : 0)),
    step: (_, { current }) => current !== null && this.aside(() => this.goTo(current, 0)),
    go: ({ id, by }, { at }) => this.aside(() => this.goTo(id, (at?.id === id ? at.occurrence : -1) + by)),
    "go-to": ({ id, occurrence }) => this.aside(() => this.goTo(id, occurrence)),
  };

  private signingIn(token: string | null): Procedure {
    const interrupted = this.again;
    return async () => {
      await this.around.tokens.signIn(token);
      interrupted();
    };
  }

  /** The same, asked for again: it is begun where it still fits what is there by then. */
  private asked(action: Action): Work {
    return () => this.desk.tell(action);
  }

  /** Another question than the one that was answered: asked when nobody moves any more. */
  private askAgain(now: Session, action: Action): void {
    clearTimeout(this.asking);
    if (!due(now)) return;
    const once = ["choose-client", "keep-industry", "recalled"].includes(action.type);
    this.asking = setTimeout(() => this.begin(analyse), once ? 0 : QUIET.question);
  }

  private begin(procedure: Procedure, again: Work = () => this.begin(procedure)): void {
    clearTimeout(this.asking);
    let done = false;
    const turn = this.turns.take(async signal => {
      await this.painting.rest();
      try {
        signal.throwIfAborted();
        await procedure(this.desk, signal);
        done = true;
      } catch (error) {
        if (!signal.aborted) this.tellOf(error, again);
        else if (signal.reason === STOPPED) this.desk.tell({ type: "cancelled" });
      } finally {
        this.painting.resume();
        // Marks are taken away for the length of some work, whatever becomes of it.
        this.painting.soon();
      }
    });
    void turn.then(() => done && this.makeUp());
  }

  private tellOf(error: unknown, again: Work): void {
    const { tell } = this.desk;
    if (error instanceof WordProblem && this.isKnown(error.code)) return;
    this.again = again;
    const trouble = troubleOf(error);
    const by = this.around.tokens.by;
    tell({ type: "trouble", trouble: trouble.name === "signed_out" ? { ...trouble, by } : trouble });
  }

  /** Do what has failed beside other work, or because of a trouble that is over. */
  private makeUp(): void {
    const missed = [...this.missed];
    this.missed.clear();
    for (const work of missed) work();
  }

  /** What stands in the way in Word itself, and does not pass by trying again. */
  private isKnown(code: Problem): boolean {
    const { tell, session } = this.desk;
    if (code === "tracking_on") {
      tell({ type: "cancelled" });
      tell({ type: "said", sentence: "Word tracks changes, so nothing is marked in the document." });
      return true;
    }
    if (code !== "tracking_locked" && code !== "protected") return false;
    const replacing = session().stage.is === "redacting";
    tell({ type: "cancelled" });
    const marked = this.around.word.marksStand();
    tell({ type: "opened", reach: { ...session().reach, inPlace: false, why: code, marked } });
    const kept = replacing ? "Nothing was replaced" : "Nothing can be marked in this document";
    const open = session().reach.partial ? "" : " The clean copy is open to you.";
    tell({ type: "said", sentence: `${kept}.${open}` });
    return true;
  }

  private async paint(signal: AbortSignal): Promise<void> {
    const { word, session } = this.desk;
    const { found, reach } = session();
    if (found.size === 0) return;
    if (reach.why !== "protected") await word.paint(marksIn(session()), signal, () => undefined);
    else if (reach.marked === true) await this.unmark();
  }

  /** Marks that stand in a document since it was protected go as soon as it is not any more. */
  private async unmark(): Promise<void> {
    const { word, session, tell } = this.desk;
    try {
      await word.clear();
    } catch (error) {
      if (error instanceof WordProblem && error.code === "protected") return;
      throw error;
    }
    tell({ type: "opened", reach: { ...session().reach, inPlace: true, why: null, marked: false } });
    tell({ type: "said", sentence: "This document is not protected any more." });
    this.painting.soon();
  }

  private async guess(signal: AbortSignal): Promise<void> {
    const { api, session, tell } = this.desk;
    const { analysis, revision, k } = session();
    const client = analysis?.client ?? null;
    if (analysis === null || client === null) return;
    const gone = goneWords(session()).map(each => ({ ...each }));
    const look = await api.guess({ words: analysis.words, gone, client, k }, signal);
    tell({ type: "looked", revision, look });
  }

  private async goTo(id: string, occurrence: number): Promise<void> {
    const { word, session, tell } = this.desk;
    if ((session().found.get(id) ?? 0) === 0) return;
    try {
      tell({ type: "at", id, ...(await word.goTo(id, occurrence)) });
    } catch (error) {
      if (!(error instanceof WordProblem) || error.code !== "gone") throw error;
      // Of what was redacted nothing stands any more; where something else is gone, somebody has changed it.
      if (!session().applied.has(id)) this.hasChanged();
    }
  }

  private async addSelection(): Promise<void> {
    const { word, tell } = this.desk;
    const selected = await word.selection();
    const term = selected?.text.trim() ?? "";
    if (term === "") tell({ type: "said", sentence: "Select a word in the document first." });
    else if (BETWEEN.some(each => term.includes(each)))
      tell({ type: "said", sentence: "Select words of one paragraph alone." });
    else if (Array.from(term).length > LONGEST_TERM) tell({ type: "said", sentence: TOO_LONG });
    else tell({ type: "add", term });
  }

  /** Another name of the client goes as one from the next analysis on: that is now. */
  private async naming(kept: Promise<void>): Promise<void> {
    await kept;
    const { session, tell } = this.desk;
    if (session().stage.is === "deciding") tell({ type: "analyse" });
  }

  private async save(): Promise<void> {
    try {
      await this.desk.remembering.save();
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

  /** The certificate and the report of the clean copy, under the names that the command line gives them. */
  private certificate(form: CertificateForm): void {
    const { copy: made } = this.desk.kept;
    if (made === null) return;
    const { page } = this.around;
    if (form === "page") page.save(`${made.name}.certificate.docx`, made.page);
    else if (form === "json") page.save(`${made.name}.certificate.json`, inJson(made.certificate));
    else page.save(`${made.name}.private-report.json`, inJson(made.report));
  }

  /** Small work that somebody asks for beside the long one. */
  private aside(work: () => Promise<void>): void {
    void work().catch((error: unknown) => this.failedBeside(error, () => this.aside(work)));
  }

  /** Small work that follows from what is there, each time for what is wanted then. */
  private latest(work: (signal: AbortSignal) => Promise<void>, quiet: number): Latest {
    const again = (): void => latest.soon();
    const latest = new Latest(
      signal =>
        work(signal).catch((error: unknown) => {
          if (!signal.aborted) this.failedBeside(error, again);
        }),
      quiet,
    );
    return latest;
  }

  /** What fails beside long work, or while a trouble is told, changes nothing of that: it is done again after it. */
  private failedBeside(error: unknown, again: Work): void {
    this.missed.add(again);
    const { trouble } = this.desk.session();
    if (!this.turns.busy && trouble === null) this.tellOf(error, () => this.makeUp());
  }
}

function inJson(content: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`);
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
