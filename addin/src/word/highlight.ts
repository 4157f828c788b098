/** Marks in the document: yellow, with a dotted underline once accepted; taken away, everything looks as before. */

import type { Capabilities } from "./capabilities";
import type { Mark, Painted, Progress, UnmarkedReason } from "./document";
import { endsAll, problemOf, WordProblem } from "./errors";
import type { Held, Holding, Look } from "./holding";
import type { Settings } from "./settings";
import { write } from "./traces";
import { kept, modeOf, promise, restore, switchOff } from "./tracking";
import { goOn, inWord, Pace, type Stop, type Turn, unstoppable } from "./turn";

export const YELLOW = "#FFFF00";
/** What an underlined term gets when it is accepted: the colour of an underline cannot be read, so it stays alone. */
export const LIME = "#00FF00";
export const DOTTED = "Dotted";
const NO_UNDERLINE = "None";
const MIXED = ""; // typings of Font.highlightColor
// Word on the web does not bring these back when it loads the document again (#3950).
const FADING = new Set(["#000080", "#800000", "#C0C0C0", "#FF00FF", "#00FFFF"]);

/** How a term looks with a mark. */
export function lookOf(mark: Mark, earlier: Look): Look {
  if (mark === null) return earlier;
  if (mark === "suggested") return { ...earlier, highlight: YELLOW };
  const plain = earlier.underline === NO_UNDERLINE;
  return plain ? { highlight: YELLOW, underline: DOTTED } : { ...earlier, highlight: LIME };
}

/** Whether what a range looks like now is a mark. */
export function marked(now: Look): Mark {
  if (now.highlight === LIME || (now.highlight === YELLOW && now.underline === DOTTED)) return "accepted";
  return now.highlight === YELLOW ? "suggested" : null;
}

/** Why a range may not be marked: whatever it looks like must come back exactly. */
export function unmarkable(held: Held, can: Capabilities): UnmarkedReason | null {
  if (held.gone) return "gone";
  if ("comment" in held.target) return "comment";
  if (held.earlier.highlight === MIXED) return "mixed";
  return can.web && held.earlier.highlight !== null && FADING.has(held.earlier.highlight) ? "unrestorable" : null;
}

interface Change {
  readonly held: Held;
  readonly mark: Mark;
}

/** Make the marks of all that is held what `marks` says. */
export async function paint(
  holding: Holding,
  marks: ReadonlyMap<string, Mark>,
  { can, settings }: { can: Capabilities; settings: Settings },
  stop: Stop,
  progress: Progress,
): Promise<Painted> {
  const unmarked: Painted["unmarked"] = [];
  const tell = (held: Held, reason: UnmarkedReason): void => {
    unmarked.push({ term: held.term, occurrence: holding.of(held.term).indexOf(held), reason });
  };
  const changes: Change[] = [];
  for (const held of holding.all()) {
    const wanted = marks.get(held.term) ?? null;
    const reason = wanted === null ? null : unmarkable(held, can);
    if (reason !== null) tell(held, reason);
    const mark = reason === null ? wanted : null;
    if (differs(held, mark)) changes.push({ held, mark });
  }
  if (changes.length > 0) {
    const making = new Set(changes.map(({ held }) => held));
    // Marks that go are still there until they are gone, so that they are written down with those that come.
    const some = holding.all().filter(held => making.has(held) || isMarked(held));
    await write(settings, some, stop);
    for (const { held, reason } of await change(holding, changes, { settings, stop, progress })) tell(held, reason);
  }
  const left = holding.all().filter(isMarked);
  // Marks went with what was replaced, too. Who holds nothing knows nothing of the marks of an earlier pane.
  if (holding.anchor !== undefined) await write(settings, left, unstoppable(stop));
  return { marked: left.length, unmarked };
}

function differs({ mark, unsure, gone }: Held, wanted: Mark): boolean {
  return !gone && (mark !== wanted || unsure === true);
}

/** Whether an occurrence carries a mark, or may. */
export function isMarked({ mark, unsure, gone }: Held): boolean {
  return (mark !== null || unsure === true) && !gone;
}

type Refused = { readonly held: Held; readonly reason: UnmarkedReason };

interface Around {
  readonly settings: Settings;
  readonly stop: Stop;
  readonly progress: Progress;
}

async function change(holding: Holding, changes: readonly Change[], around: Around): Promise<Refused[]> {
  // Between two batches the person may stop; what Word is doing is waited for, because it will be done.
  const lasting = unstoppable(around.stop);
  const work = async (turn: Turn): Promise<Refused[]> => {
    const goes = changes.every(({ mark }) => mark === null);
    if (!goes) return refuseTracking(turn).then(() => inBatches(turn, changes, around));
    // Marks of a time without tracking go without it too: nothing of them may stay.
    const was = await switchOff(turn, mode => promise(around.settings, mode, lasting));
    try {
      return await inBatches(turn, changes, around);
    } finally {
      if (was !== "Off" && (await restore(turn, was))) await kept(around.settings, lasting);
    }
  };
  return inWord(lasting, work, holding.anchor);
}

async function inBatches(turn: Turn, changes: readonly Change[], { stop, progress }: Around): Promise<Refused[]> {
  const refused: Refused[] = [];
  const pace = new Pace();
  for (let done = 0; done < changes.length;) {
    const batch = changes.slice(done, done + pace.size);
    goOn(stop.signal);
    // Batches follow each other.
    // eslint-disable-next-line no-await-in-loop
    await pace.watch(() => changed(turn, batch, refused));
    progress((done += batch.length), changes.length);
  }
  return refused;
}

/** With tracking on, a highlight is a tracked change of its own (office-facts 1.3). */
async function refuseTracking(turn: Turn): Promise<void> {
  turn.context.document.load("changeTrackingMode");
  await turn.sync();
  checkTracking(turn);
}

function checkTracking(turn: Turn): void {
  if (modeOf(turn) !== "Off") throw new WordProblem("tracking_on");
}

/** Change some looks; where Word refuses, halve: to set a colour twice does no harm. */
async function changed(turn: Turn, batch: readonly Change[], refused: Refused[]): Promise<void> {
  for (const { held, mark } of batch) {
    dress(held, lookOf(mark, held.earlier));
    held.unsure = true;
  }
  turn.context.document.load("changeTrackingMode");
  try {
    await turn.sync();
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (endsAll(problem)) throw problem;
    if (problem.code === "protected") {
      for (const { held } of batch) held.unsure = false; // all of it was refused
      throw problem;
    }
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) refused.push(refusal(first.held, problem));
    else {
      const half = Math.ceil(batch.length / 2);
      await changed(turn, batch.slice(0, half), refused);
      await changed(turn, batch.slice(half), refused);
    }
    return;
  }
  for (const { held, mark } of batch) {
    held.mark = mark;
    held.unsure = false;
  }
  checkTracking(turn);
}

function refusal(held: Held, problem: WordProblem): Refused {
  // Word has failed after it was done (#6760); these say that nothing was.
  if (["locked", "gone"].includes(problem.code)) held.unsure = false;
  if (problem.code !== "gone") return { held, reason: "refused" };
  held.gone = true;
  return { held, reason: "gone" };
}

/** Queue how an occurrence shall look; an underline is touched only where ours comes or goes. */
export function dress(held: Held, look: Look): void {
  if (!("range" in held.target)) return;
  const { font } = held.target.range;
  Object.assign(font, { highlightColor: look.highlight }); // null removes it (typings)
  const ours =
    held.earlier.underline === NO_UNDERLINE &&
    (look.underline === DOTTED || held.mark === "accepted" || held.unsure === true);
  if (ours) Object.assign(font, { underline: look.underline });
}
