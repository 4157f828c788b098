/** Why a level is not reached, and what helps. */

import { joined, plain, type Statement } from "./claims";
import { plural, numberInWords } from "./number_format";
import { minLevel, prescribedIndustry } from "./policy";
import { currentLevel, currentRisk } from "./risk";
import { rejected } from "./selectors";
import type { Session } from "./session";

/** Say why the chosen level is not reached and what helps; empty where it is reached, or not known yet. */
export function shortfallSentence(session: Session): Statement {
  if (session.analysis === null || session.k === 1) return plain("");
  const now = currentRisk(session);
  return now?.held === false ? notReached(session, now.reached) : plain("");
}

function notReached(session: Session, reached: number | null): Statement {
  const why = currentLevel(session)?.k_held === false ? whyNever(session) : whyRejected(session);
  const level = {
    text: `Level ${session.k} is not reached.`,
    claims: { "level.chosen": session.k, "planned.held": false },
  };
  if (reached === null) return joined(level, why);
  return joined(level, { text: rankSentence(reached, session.k), claims: { "planned.rank": reached } }, why);
}

function rankSentence(reached: number, k: number): string {
  if (reached >= k) return "Too few clients of its industry are likelier.";
  return reached <= 1
    ? "The client is still the most likely guess."
    : `The client is hidden among only ${numberInWords(reached)} clients.`;
}

/** The person rejects terms that the level needs, or accepts them in some places only. */
function whyRejected(session: Session): Statement {
  const kept = rejected(session).filter(each => each.suggestion?.kind === "client").length;
  const terms =
    kept === 0
      ? "Some terms will not be redacted"
      : `${plural(kept, "suggested term is", "suggested terms are")} rejected`;
  const text = `${terms}. Accept more, or choose a lower level.`;
  return { text, claims: kept === 0 ? {} : { "decisions.rejected-client": kept } };
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
