/** Why a level is not reached, and what helps. */

import { joined, plain, type Statement } from "./claims";
import { plural, numberInWords } from "./number_format";
import { minLevel, orLowerLevel, prescribedIndustry } from "./policy";
import { currentLevel, currentRisk } from "./risk";
import { partialTerms } from "./partial_terms";
import { rejected } from "./selectors";
import type { Session } from "./session";
import { isAnythingWritten } from "./written_replacements";

/** Say why the chosen level is not reached and what helps; empty where it is reached, or not known yet. */
export function shortfallSentence(session: Session): Statement {
  if (session.analysis === null || session.k === 1) return plain("");
  const now = currentRisk(session);
  if (now?.held !== false) return plain("");
  const reason = notReached(session, now.reached);
  return session.documentChanged ? { ...reason, text: `Before the change: ${reason.text}` } : reason;
}

function notReached(session: Session, reached: number | null): Statement {
  const why = currentLevel(session)?.k_held === false ? whyNever(session) : whyMissed(session);
  const level = {
    text: `Level ${session.k} is not reached.`,
    claims: { "level.chosen": session.k, "planned.held": false },
  };
  if (reached === null) return joined(level, why);
  return joined(level, { text: rankSentence(reached, session.k), claims: { "planned.rank": reached } }, why);
}

function rankSentence(reached: number, k: number): string {
  if (reached >= k) return "Too few clients of the client’s industry are likelier.";
  return reached <= 1
    ? "The client is still the most likely guess."
    : `The client is hidden among only ${numberInWords(reached)} clients.`;
}

/** With all suggested terms as placeholders the level would be reached, so decisions or the text that is left miss it. */
function whyMissed(session: Session): Statement {
  const orLower = `${orLowerLevel(session)}.`;
  const kept = joined(rejectedStatement(session), partialStatement(session));
  const own = writtenStatement(session);
  if (kept.text === "" && own.text === "")
    return plain(`The text that is left still points to the client. Add terms of your own${orLower}`);
  if (kept.text === "") return joined(own, plain(`Use placeholders instead${orLower}`));
  if (own.text === "") return joined(kept, plain(`Accept more terms${orLower}`));
  return joined(
    kept,
    own,
    plain(`Accept more terms and use placeholders instead of the words that were written${orLower}`),
  );
}

function rejectedStatement(session: Session): Statement {
  const kept = rejected(session).length;
  if (kept === 0) return plain("");
  const text = `${plural(kept, "suggested term is", "suggested terms are")} rejected.`;
  return { text, claims: { "decisions.rejected": kept } };
}

function partialStatement(session: Session): Statement {
  if (partialTerms(session).length === 0) return plain("");
  return { text: "Some places of accepted terms are not redacted.", claims: { "decisions.partial": true } };
}

/** Say that such words count. Whether they point to the client or away from it, only another guess would tell. */
function writtenStatement(session: Session): Statement {
  if (!isAnythingWritten(session)) return plain("");
  const text = "Someone wrote other words instead of placeholders. These words count like the rest of the text.";
  return { text, claims: { "decisions.written": true } };
}

/** If all suggested terms were redacted, the level would still not be reached. */
function whyNever(session: Session): Statement {
  const { analysis, keepIndustry } = session;
  const held = (analysis?.levels ?? []).filter(each => each.k_held && each.k < session.k);
  const best = held.at(-1)?.k ?? 1;
  const industry =
    keepIndustry && prescribedIndustry(session) === null ? "Clear “Keep the industry recognisable”, add" : "Add";
  const isLower = best >= Math.max(minLevel(session), 2);
  const lower = isLower ? ` or choose level ${best}` : " or ask your administrator";
  const text = `Accepting all suggested terms is not enough. ${industry} terms of your own,${lower}.`;
  return { text, claims: isLower ? { "level.best": best } : {} };
}
