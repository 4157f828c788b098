/** Which held-out attackers name the client, and which comes nearest: in words. */

import type { Panel } from "../api/schemas";
import type { AttackersClaim, Claims, Statement } from "./claims";
import { ordinal, plural } from "./number_format";
import { hasPanel, levelPanel } from "./panel";
import type { Session } from "./session";

/** A group of attackers: a sentence, and the names of those that name the client. */
export interface AttackerGroup extends Statement {
  readonly names: readonly string[];
}

/** A state of the document, with the groups of attackers that were asked about it. */
export interface AttackedState {
  readonly title: Statement;
  readonly groups: readonly AttackerGroup[];
}

/** List the states that attackers were asked about. */
export function attackedStates(session: Session): readonly AttackedState[] {
  if (!hasPanel(session)) return [];
  const { panelNow, k, stage, copy } = session;
  const planned: Statement = {
    text: `At level ${k}, if every suggested term is redacted, including those that you rejected or changed`,
    claims: { "level.chosen": k },
  };
  return [
    ...attacked("standing", { text: "Now", claims: {} }, panelNow),
    ...attacked("level", planned, levelPanel(session)),
    ...attacked("copy", { text: "Clean copy", claims: {} }, stage.is === "copied" ? (copy?.panel ?? null) : null),
  ];
}

type Of = "standing" | "level" | "copy";

function attacked(of: Of, title: Statement, panel: Panel | null): AttackedState[] {
  if (panel === null) return [];
  const groups = GROUPS.filter(name => panel[name].attackers > 0);
  return [{ title, groups: groups.map(name => group(of, name, panel)) }];
}

const GROUPS = ["content_words", "others"] as const;

function group(of: Of, name: AttackersClaim["group"], { clients, [name]: given }: Panel): AttackerGroup {
  const { attackers, named_by: names } = given;
  const worst = given.worst !== null && "rank" in given.worst ? (given.worst as AttackersClaim["worst"]) : null;
  const claims: Claims = { [`${of}.attackers`]: { group: name, clients, attackers, named_by: names, worst } };
  const read = name === "others" ? "pairs, style or sentences" : "single words";
  const verb = names.length === 1 ? "names" : "name";
  const nearest =
    worst === null ? "" : ` The closest, “${worst.attacker}”, ranks the client ${ordinal(worst.rank)}.`;
  const text = `Among ${plural(clients, "client")}, ${names.length} of ${attackers} attackers that read ${read} ${verb} the client.${nearest}`;
  return { text, claims, names };
}
