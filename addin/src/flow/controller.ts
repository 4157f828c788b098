/** Runs what follows from an action: one long task at a time with Word and the service, which can be cancelled. */

import type { Api } from "../api";
import { ApiError } from "../api/error";
import type { SignIn } from "../auth/sign_in";
import { addMatches, addSelection } from "./add_terms";
import { analyse, analyseAnew, analyseForReview } from "./analyse";
import { fileOf } from "./clean_copy_files";
import type { FlowContext, Task } from "./context";
import { removeAlias, addAlias, undoneAliases } from "./client_aliases";
import { forgetAgreement, rememberAgreement } from "./consent";
import { countWords, guess, needsCount } from "./guess";
import { begin, open } from "./open";
import { showParagraph } from "./show_paragraph";
import { restoring } from "./restore";
import { isBehind, showChanges, wasChanged } from "./review_changes";
import { StoredReview } from "./stored_review";
import { paneErrorOf } from "./pane_errors";
import { DebouncedTask, CANCELLED, TaskQueue } from "./task_queue";
import { isFirstTime, welcomeWasRead } from "./welcome";
import { needsAnalysis, marksToShow, currentQuestion } from "../state/selectors";
import type { Action, CertificateForm, Session } from "../state/session";
import type { Store } from "../state/store";
import { isBlocking, WordError, type WordErrorCode, type WordDocument } from "../word/document";

/** What the controller needs; `page` does what only the page can do. */
export interface Dependencies {
  readonly api: Api;
  readonly word: WordDocument;
  readonly store: Store;
  readonly tokens: SignIn;
  readonly page: Page;
}

export interface Page {
  /** `byLink` is false where a link has saved nothing: then the browser saves the file. */
  save(name: string, bytes: Uint8Array, byLink: boolean): Promise<void>;
  reload(): void;
  compareWord(): Promise<void>;
  findReleased(): Promise<void>;
  /** Call `look` when the person comes back to the pane, and now and then while it is visible. */
  onReturn(look: () => void): void;
}

/** Milliseconds without a new action before background work starts. */
const DELAY_MS = { guess: 250, paint: 60, question: 500, decisions: 600 };

/** Actions after which an analysis starts without a pause. */
const AT_ONCE = ["choose-client", "choose-unknown-client", "keep-industry", "set-level", "decisions-loaded"];

type Work = () => void;

/** What writes a document is loaded while people decide. `./approve` comes with what it needs of `./redact`. */
const loadRedact = (): Promise<typeof import("./redact")> => import("./redact");
const loadApprove = (): Promise<typeof import("./approve")> => import("./approve");
const redact: Task = async (context, signal) => (await loadRedact()).redact(context, signal);
const check: Task = async (context, signal) => (await loadRedact()).check(context, signal);
const copy: Task = async (context, signal) => (await loadRedact()).copy(context, signal);

type Reactions = {
  readonly [Type in Action["type"]]?: (action: Extract<Action, { type: Type }>, now: Session) => unknown;
};

/** Start the controller; it listens to the store from then on. */
export function startFlow(around: Dependencies): void {
  new Controller(around).start();
}

class Controller {
  private readonly context: FlowContext;
  private readonly queue = new TaskQueue();
  private readonly guessing: DebouncedTask = this.debounced(signal => guess(this.context, signal), DELAY_MS.guess);
  private readonly painting: DebouncedTask = this.debounced(signal => this.paint(signal), DELAY_MS.paint);
  /** What cannot be counted is shown as not known. It is counted again after the next task. */
  private readonly counting = new DebouncedTask(
    signal => this.count(signal).catch(() => undefined),
    DELAY_MS.paint,
  );
  private readonly saving: DebouncedTask = this.debounced(() => this.save(), DELAY_MS.decisions);
  /** Runs when the person tries again: repeats only the task that failed. */
  private retry: Work;
  /** Background work that failed while a task ran. It is repeated after that task. */
  private readonly failedInBackground = new Set<Work>();
  private lastSaved: CertificateForm | null = null;
  private questionTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly dependencies: Dependencies) {
    const { api, word, store } = dependencies;
    const parts = {
      ...{
        api,
        word,
        cache: { reading: null, changesWhenRead: 0, changes: 0, unreachable: new Map(), copy: null },
      },
      session: () => store.session,
      dispatch: (action: Action) => store.dispatch(action),
    };
    this.context = Object.assign(parts, {
      storedReview: new StoredReview(parts, review => analyseForReview(this.context, review)),
    });
    this.retry = () => this.run(this.opening);
  }

  start(): void {
    this.dependencies.store.subscribe((now, action, before) => this.onAction(now, action, before));
    this.dependencies.word.onChanged(() => this.documentChanged());
    this.dependencies.page.onReturn(() => void this.lookAgain());
    if (isFirstTime()) this.context.dispatch({ type: "welcome", open: true });
    this.retry();
  }

  private documentChanged(): void {
    this.context.cache.changes += 1;
    this.context.dispatch({ type: "document-changed" });
  }

  private readonly opening: Task = (context, signal) => open(context, this.dependencies.tokens, signal);

  private onAction(now: Session, action: Action, before: Session): void {
    this.react(now, action);
    if (now.revision !== before.revision) this.guessing.schedule();
    if (now.decisions !== before.decisions || levelChanged(now, before)) this.saving.schedule();
    if (action.type === "undo")
      for (const id of undoneAliases(before, now))
        this.inBackground(() => this.reanalyseAfter(removeAlias(this.context, id)));
    if (marksToShow(now) !== marksToShow(before) || action.type === "terms-located") this.painting.schedule();
    if (currentQuestion(now) !== currentQuestion(before) || action.type === "analysed")
      this.analyseWhenDue(now, action);
  }

  /** Start the task that follows from an action of the person. */
  private react(now: Session, action: Action): void {
    const react = this.reactions[action.type] as ((action: Action, now: Session) => void) | undefined;
    react?.(action, now);
  }

  private readonly reactions: Reactions = {
    analyse: () => this.run(analyse),
    "terms-located": () => void loadApprove().catch(() => undefined),
    redact: (action, { stage }) => stage.is === "redacting" && this.run(redact, this.repeat(action)),
    restore: (action, { stage }) =>
      stage.is === "restoring" && this.run(restoring(action.ids), this.repeat(action)),
    check: (action, { stage }) => stage.is === "checking" && this.run(check, this.repeat(action)),
    copy: (action, { stage }) => stage.is === "copying" && this.run(copy, this.repeat(action)),
    cancel: () => this.queue.cancel(),
    retry: () => this.retry(),
    "sign-in": ({ token }) => this.run(this.signingIn(token), this.retry),
    reload: () => this.dependencies.page.reload(),
    consent: (_, { clients }) => {
      rememberAgreement(this.context.api.address);
      this.run((context, signal) => begin(context, clients, signal));
    },
    "use-review": () => this.run((context, signal) => context.storedReview.useForThisDocument(signal)),
    "new-review": () => this.run(analyseAnew),
    "sign-out": () => this.run((context, signal) => this.signOut(context, signal)),
    welcome: ({ open: shown }) => shown || welcomeWasRead(),
    download: () => this.saveFile(null),
    "download-certificate": ({ form }) => this.saveFile(form),
    "compare-word": () => this.inBackground(() => this.dependencies.page.compareWord()),
    "find-released": () => this.inBackground(() => this.dependencies.page.findReleased()),
    "save-in-browser": () => this.saveFile(this.lastSaved, false),
    "step-review": ({ move, note = null, allowing = [] }) =>
      this.inBackground(() =>
        this.orRefresh(() =>
          move === "approve"
            ? loadApprove().then(({ approve }) => approve(this.context, allowing))
            : this.context.storedReview.takeStep(move, note),
        ),
      ),
    "judge-sample": ({ verdicts }) =>
      this.run(async (...now) => (await import("./blind_sample")).sample(verdicts, ...now)),
    "add-alias": ({ id }) => this.inBackground(() => this.reanalyseAfter(addAlias(this.context, id))),
    "add-selection": () => this.inBackground(() => addSelection(this.context)),
    "add-pattern": ({ pattern }) => this.inBackground(() => addMatches(this.context, pattern)),
    // Opening a row's menu keeps the place that is shown, because "here" means that place.
    select: ({ id }, { shown }) => this.inBackground(() => this.goTo(id, shown?.id === id ? shown.occurrence : 0)),
    "step-suggestion": (_, { selected }) => selected !== null && this.inBackground(() => this.goTo(selected, 0)),
    "step-place": ({ id, by }, { shown }) =>
      this.inBackground(() => this.goTo(id, (shown?.id === id ? shown.occurrence : -1) + by)),
    "show-paragraph": place => this.inBackground(() => showParagraph(this.context, place)),
    "go-to": ({ id, occurrence }) => this.inBackground(() => this.goTo(id, occurrence)),
  };

  /** Save the decisions, forget who is signed in and what was agreed, and start again without marks. */
  private async signOut({ word, storedReview, dispatch }: FlowContext, signal: AbortSignal): Promise<void> {
    await storedReview.save();
    dispatch({ type: "signed-out" });
    await word.clear().catch(() => undefined); // a protected document keeps its marks
    signal.throwIfAborted();
    forgetAgreement();
    this.dependencies.tokens.signOut();
    this.dependencies.page.reload();
  }

  private signingIn(token: string | null): Task {
    const interrupted = this.retry;
    return async () => {
      await this.dependencies.tokens.signIn(token);
      interrupted();
    };
  }

  /** Dispatch an action again; the reducer ignores it if it no longer fits. */
  private repeat(action: Action): Work {
    return () => this.context.dispatch(action);
  }

  /** Analyse again when the question has changed and the person has stopped moving the controls. */
  private analyseWhenDue(now: Session, action: Action): void {
    clearTimeout(this.questionTimer);
    // The analysis that loads the policy asks by it.
    if (action.type === "policy-loaded" || !needsAnalysis(now)) return;
    const once = AT_ONCE.includes(action.type);
    this.questionTimer = setTimeout(() => this.run(analyse), once ? 0 : DELAY_MS.question);
  }

  private run(procedure: Task, again: Work = () => this.run(procedure)): void {
    clearTimeout(this.questionTimer);
    let done = false;
    const turn = this.queue.run(async signal => {
      await Promise.all([this.painting.pause(), this.counting.pause()]);
      try {
        signal.throwIfAborted();
        await procedure(this.context, signal);
        done = true;
      } catch (error) {
        if (!signal.aborted) this.reportError(error, again);
        else if (signal.reason === CANCELLED) this.context.dispatch({ type: "cancelled" });
      } finally {
        this.painting.resume();
        // Some tasks remove the marks while they run, so paint them again in any case.
        this.painting.schedule();
        this.counting.resume();
        if (needsCount(this.context.session())) this.counting.schedule();
      }
    });
    void turn.then(() => done && this.retryFailed());
  }

  private reportError(error: unknown, again: Work): void {
    const { dispatch } = this.context;
    if (error instanceof WordError && this.handleExpected(error.code)) return;
    this.retry = again;
    const failure = paneErrorOf(error);
    const signInWith = this.dependencies.tokens.method;
    dispatch({ type: "failed", error: failure.kind === "signed_out" ? { ...failure, signInWith } : failure });
  }

  /** Repeat what failed in the background. */
  private retryFailed(): void {
    const missed = [...this.failedInBackground];
    this.failedInBackground.clear();
    for (const work of missed) work();
  }

  /** Handle errors of Word that are states, not failures: trying again would not help. */
  private handleExpected(code: WordErrorCode): boolean {
    const { dispatch, session } = this.context;
    if (code === "tracking_on") {
      dispatch({ type: "cancelled" });
      dispatch({ type: "message", sentence: "Track Changes is on, so the pane marks nothing in the document." });
      return true;
    }
    if (!isBlocking(code)) return false;
    const replacing = session().stage.is === "redacting";
    dispatch({ type: "cancelled" });
    const stillMarked = this.dependencies.word.hasMarks();
    dispatch({
      type: "access-changed",
      access: { ...session().access, inPlace: false, blockedBy: code, stillMarked },
    });
    const kept = replacing ? "Nothing was replaced" : "The pane cannot change this document";
    const open = session().access.textOnly ? "" : " You can still make a clean copy.";
    dispatch({ type: "message", sentence: `${kept}.${open}` });
    return true;
  }

  private async paint(signal: AbortSignal): Promise<void> {
    const { word, session } = this.context;
    const { foundCounts, access } = session();
    if (foundCounts.size === 0) return;
    if (access.blockedBy === null || access.blockedBy === "tracking_locked")
      await word.paint(marksToShow(session()), signal, () => undefined);
    else if (access.stillMarked === true) await this.unmark();
  }

  /** Remove marks from before Word refused changes, as soon as it allows them again. */
  private async unmark(): Promise<void> {
    const { word, session, dispatch } = this.context;
    try {
      await word.clear();
    } catch (error) {
      if (error instanceof WordError && isBlocking(error.code)) return;
      throw error;
    }
    dispatch({
      type: "access-changed",
      access: { ...session().access, inPlace: true, blockedBy: null, stillMarked: false },
    });
    dispatch({ type: "message", sentence: "Word allows changes to this document again." });
    this.painting.schedule();
  }

  /** Count the words of the document as it stands, while nothing is painted. */
  private async count(signal: AbortSignal): Promise<void> {
    await this.painting.pause(); // one reader or writer in Word at a time
    try {
      await countWords(this.context, signal);
    } finally {
      this.painting.resume();
    }
  }

  private async goTo(id: string, occurrence: number): Promise<void> {
    const { word, session, dispatch } = this.context;
    if ((session().foundCounts.get(id) ?? 0) === 0) return;
    try {
      dispatch({ type: "place-shown", id, ...(await word.goTo(id, occurrence)) });
    } catch (error) {
      if (!(error instanceof WordError) || error.code !== "gone") throw error;
      // Redacted terms are no longer there. If another term is gone, somebody changed the document.
      if (!session().redactedIds.has(id)) this.documentChanged();
    }
  }

  /** Take a step of the review. Where the review has changed meanwhile, show it as it is now. */
  private async orRefresh(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (refused) {
      if (!wasChanged(refused)) throw refused;
      this.run(showChanges);
    }
  }

  /** Learn what others have stored since. What the person is doing goes first. */
  private async lookAgain(): Promise<void> {
    const isFree = (): boolean => !this.queue.busy && this.context.session().error === null;
    if (isFree() && (await isBehind(this.context)) && isFree()) this.run(showChanges);
  }

  /** Analyse again now, because another name of the client counts from the next analysis. */
  private async reanalyseAfter(kept: Promise<void>): Promise<void> {
    await kept;
    const { session, dispatch } = this.context;
    if (session().stage.is === "deciding") dispatch({ type: "analyse" });
  }

  private async save(): Promise<void> {
    try {
      await this.context.storedReview.save();
    } catch (problem) {
      if (!(problem instanceof ApiError && [403, 404, 503].includes(problem.status))) throw problem;
      this.context.dispatch({
        type: "message",
        sentence: "Your decisions apply in this pane only, because the service cannot save them.",
      });
    }
  }

  /** Save the clean copy, its certificate or its report. */
  private saveFile(form: CertificateForm | null, byLink = true): void {
    const { copy } = this.context.cache;
    if (copy === null) return;
    this.lastSaved = form;
    const [name, bytes] = fileOf(copy, form);
    this.inBackground(() => this.dependencies.page.save(name, bytes, byLink));
  }

  /** Run a short task beside the long one. */
  private inBackground(work: () => Promise<void>): void {
    void work().catch((error: unknown) => this.backgroundFailed(error, () => this.inBackground(work)));
  }

  /** Make a task that runs after a pause, with the newest values. */
  private debounced(work: (signal: AbortSignal) => Promise<void>, quiet: number): DebouncedTask {
    const again = (): void => latest.schedule();
    const latest = new DebouncedTask(
      signal =>
        work(signal).catch((error: unknown) => {
          if (!signal.aborted) this.backgroundFailed(error, again);
        }),
      quiet,
    );
    return latest;
  }

  /** Note that background work failed. It is repeated later and does not disturb a running task or a shown error. */
  private backgroundFailed(problem: unknown, again: Work): void {
    this.failedInBackground.add(again);
    const { error } = this.context.session();
    if (!this.queue.busy && error === null) this.reportError(problem, () => this.retryFailed());
  }
}

/** Tell whether the person chose another level, or whether the industry stays. */
function levelChanged(now: Session, before: Session): boolean {
  return now.chosenLevel !== before.chosenLevel || now.keepIndustry !== before.keepIndustry;
}
