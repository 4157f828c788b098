/** Held-out attackers: how many of them name the client, in the document as it stands and at a level. */

import type { Analysis, Panel } from "../api/schemas";
import { plain, type Claims, type Statement } from "./claims";
import { nextStep } from "./next_step";
import { rejected, visible } from "./selectors";
import type { Session } from "./session";
import { isAnythingToGo } from "./standing";

/** Return an answer of held-out attackers; null where there is none. OpenAPI allows an empty object for null. */
export function panelOf(given: Analysis["panel"] | undefined): Panel | null {
  return given && isPanel(given) && given.content_words.attackers > 0 ? given : null;
}

function isPanel(given: NonNullable<Analysis["panel"]>): given is Panel {
  return "clients" in given;
}

/** Tell whether held-out attackers were asked about the document of this client. */
export function hasPanel({ analysis, client }: Session): boolean {
  return analysis !== null && analysis.client === client && panelOf(analysis.panel) !== null;
}

/** Return the answer about the text without all that is suggested at the level, whatever is decided. */
export function levelPanel({ analysis, k, documentChanged }: Session): Panel | null {
  return documentChanged ? null : panelOf(analysis?.levels.find(level => level.k === k)?.panel);
}

/** Tell whether no suggestion of the level is rejected, or accepted in some places only. */
export function followsLevel(session: Session): boolean {
  return (
    rejected(session).length === 0 &&
    !visible(session).some(each => session.decisions.get(each.id)?.scope === "here")
  );
}

/** Tell whether exactly what is suggested at the level becomes placeholders. */
export function followsSuggestions(session: Session): boolean {
  const { decisions, redactedIds } = session;
  const shown = new Set(visible(session).map(each => each.id));
  return (
    followsLevel(session) &&
    [...shown].every(id => decisions.get(id)?.replacement === undefined) &&
    [...redactedIds].every(id => shown.has(id))
  );
}

/** Say how many attackers name the client. */
export function named(
  of: "standing" | "planned" | "copy",
  { content_words: { attackers, named_by } }: Panel,
): Statement {
  const claims: Claims = { [`${of}.panel`]: [named_by.length, attackers] };
  return { text: `named by ${named_by.length} of ${attackers} attackers`, claims };
}

/** Say it of the document as it stands: known until it changes, and again once the file is checked. */
export function standingNamed(session: Session): Statement {
  if (!hasPanel(session)) return plain("");
  const { panelNow, documentChanged, access } = session;
  if (panelNow !== null) return named("standing", panelNow);
  // Nobody is sent to a button that is not there.
  const canCheck = !access.textOnly && nextStep(session)?.action.type === "check";
  const advice = documentChanged ? ": analyse again" : canCheck ? ": check the file" : "";
  return { text: `${CHANGED}${advice}`, claims: { "standing.measured": false } };
}

const CHANGED = "attackers not asked since the document changed";

/** Say it of the level: if all that is suggested goes, and only where that is what is decided. */
export function plannedNamed(session: Session): Statement {
  if (!hasPanel(session)) return plain("");
  const { k, documentChanged } = session;
  if (documentChanged) return { text: CHANGED, claims: { "standing.measured": false } };
  if (k === 1) return { text: "attackers not asked at level 1", claims: { "level.chosen": k } };
  const panel = levelPanel(session);
  if (panel === null) return plain("attackers not asked yet");
  if (followsSuggestions(session)) return named("planned", panel);
  // The clean copy has exactly what is decided, and its number stands beside this line.
  const asked = copyPanel(session) === null ? "not asked about your decisions" : "asked about the clean copy only";
  return { text: `attackers ${asked}`, claims: { "planned.measured": false } };
}

/** Say it of what is decided: of the level, of the clean copy, or of a document in which nothing more is to go. */
export function decidedNamed(session: Session): Statement {
  if (!hasPanel(session) || session.documentChanged) return plannedNamed(session);
  const { panelNow } = session;
  if (panelNow !== null && !isAnythingToGo(session)) return named("standing", panelNow);
  const copy = copyPanel(session);
  return copy !== null && !followsSuggestions(session) ? named("copy", copy) : plannedNamed(session);
}

function copyPanel({ stage, copy }: Session): Panel | null {
  return stage.is === "copied" ? (copy?.panel ?? null) : null;
}
