/** What can be done with one line of the list: the choices of its menu. */

import { REASONS, type Decision } from "../review/decisions";
import type { Entry } from "../review/list";
import { open } from "../review/reduce";
import { generalisations } from "../review/replacing";
import type { Session } from "../review/session";
import type { Store } from "../review/store";
import type { Choice } from "./menu";

/** The choices for a term; those that cannot be taken now are left out. */
export function choicesFor(store: Store, entry: Entry, edit: () => void): readonly Choice[] {
  const { session } = store;
  const going: Choice[] = [
    { label: "Next place in the document", act: () => store.dispatch({ type: "go", id: entry.id, by: 1 }) },
    { label: "Previous place", act: () => store.dispatch({ type: "go", id: entry.id, by: -1 }) },
  ];
  if (session.applied.has(entry.id) || !open(session)) return going;
  return [...going, null, ...taking(store, entry, edit), null, ...keeping(store, entry), ...back(store, entry)];
}

function taking(store: Store, { id, suggestion, places }: Entry, edit: () => void): Choice[] {
  const { session } = store;
  if (!suggestion) return [{ label: "Redact it too", act: () => store.dispatch({ type: "accept", ids: [id] }) }];
  const shown = session.at?.id === id ? session.at.occurrence : 0;
  const general = generalisations(session, id).map(word => ({
    label: `Say “${word}” instead`,
    act: () => store.dispatch({ type: "replace-by", id, replacement: word }),
  }));
  return [
    { label: "Redact everywhere", act: () => store.dispatch({ type: "accept", ids: [id] }) },
    ...(places.length > 1
      ? [{ label: "Redact here only", act: () => store.dispatch({ type: "accept-here", id, occurrence: shown }) }]
      : []),
    ...general,
    { label: "Change what stands there instead …", act: edit },
    ...alias(store, id),
  ];
}

function alias(store: Store, id: string): Choice[] {
  const { client } = store.session;
  return client === null
    ? []
    : [{ label: `It is another name of ${client}`, act: () => store.dispatch({ type: "alias", id }) }];
}

function keeping(store: Store, { id }: Entry): Choice[] {
  const { session } = store;
  const { client } = session;
  if (needsReason(session)) return reasonsFor(store, id);
  const keep = (scope: Decision["scope"], label: string): Choice => ({
    label,
    act: () => store.dispatch({ type: "reject", ids: [id], scope }),
  });
  return [
    keep("document", "Never in this document"),
    // The service asks whoever looks after its lists before the next two hold for other documents.
    ...(client === null ? [] : [keep("client", `Never for ${client}`)]),
    keep("everyone", "Never for anyone"),
  ];
}

/** Why a term stays: a reviewer says it with every rejection. */
export function reasonsFor(store: Store, id: string): Choice[] {
  return REASONS.map(([reason, label]) => ({
    label: `Stays: ${label}`,
    act: () => store.dispatch({ type: "reject", ids: [id], scope: "document", reason }),
  }));
}

function back(store: Store, { id }: Entry): Choice[] {
  if (!store.session.decisions.has(id)) return [];
  return [null, { label: "Leave it open again", act: () => store.dispatch({ type: "reopen", ids: [id] }) }];
}

/** Whether a rejection needs its reason first: a reviewer's does. */
export function needsReason({ review }: Session): boolean {
  return review?.mine === true && review.state === "claimed";
}
