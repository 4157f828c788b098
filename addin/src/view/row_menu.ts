/** The menu of a row. */

import { REASONS, type Decision } from "../state/decisions";
import type { Entry } from "../state/suggestion_list";
import { canDecide, canRestore } from "../state/reducer";
import { generalisations } from "../state/replacement_text";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { plural } from "../state/number_format";
import { openMenu, type MenuChoice } from "./menu";

/** List the menu items for a term; items that are not possible now are left out. */
export function menuChoices(store: Store, entry: Entry, edit: () => void): readonly MenuChoice[] {
  const { session } = store;
  const going: MenuChoice[] = [
    { label: "Go to the next place", act: () => store.dispatch({ type: "step-place", id: entry.id, by: 1 }) },
    { label: "Go to the previous place", act: () => store.dispatch({ type: "step-place", id: entry.id, by: -1 }) },
  ];
  if (canRestore(session) && session.restorable.places.has(entry.id))
    going.push(null, {
      label: "Restore its text",
      act: () => store.dispatch({ type: "restore", ids: [entry.id] }),
    });
  if (session.redactedIds.has(entry.id) || !canDecide(session)) return going;
  return [
    ...going,
    null,
    ...redactChoices(store, entry, edit),
    null,
    ...keepChoices(store, entry),
    ...reopenChoices(store, entry),
  ];
}

function redactChoices(store: Store, { id, suggestion, places }: Entry, edit: () => void): MenuChoice[] {
  const { session } = store;
  if (!suggestion)
    return [{ label: "Accept this term too", act: () => store.dispatch({ type: "accept", ids: [id] }) }];
  const shown = session.shown?.id === id ? session.shown.occurrence : 0;
  const isPartial = session.decisions.get(id)?.scope === "here";
  const general = generalisations(session, id).map(word => ({
    label: `Replace with “${word}”`,
    act: () => store.dispatch({ type: "replace-by", id, replacement: word }),
  }));
  return [
    { label: "Accept everywhere", act: () => store.dispatch({ type: "accept", ids: [id] }) },
    ...(places.length > 1
      ? [
          {
            label: isPartial ? "Accept here too" : "Accept here only",
            act: () => store.dispatch({ type: "accept-here", id, occurrence: shown }),
          },
        ]
      : []),
    ...general,
    { label: "Change the replacement …", act: edit },
    ...aliasChoices(store, id),
  ];
}

function aliasChoices(store: Store, id: string): MenuChoice[] {
  const { client } = store.session;
  return client === null
    ? []
    : [{ label: `Save as another name of ${client}`, act: () => store.dispatch({ type: "add-alias", id }) }];
}

function keepChoices(store: Store, { id }: Entry): MenuChoice[] {
  const { session } = store;
  const { client } = session;
  if (needsReason(session)) return reasonChoices(store, [id]);
  const keep = (scope: Decision["scope"], label: string): MenuChoice => ({
    label,
    act: () => store.dispatch({ type: "reject", ids: [id], scope }),
  });
  return [
    keep("document", "Reject in this document"),
    // An administrator confirms the next two before they apply to other documents.
    ...(client === null ? [] : [keep("client", `Propose: never redact for ${client}`)]),
    keep("everyone", "Propose: never redact for any client"),
  ];
}

/** List the reasons to keep terms; a reviewer gives one with every rejection. */
export function reasonChoices(store: Store, ids: readonly string[]): MenuChoice[] {
  return REASONS.map(([reason, label]) => ({
    label: `Reject: ${label}`,
    act: () => store.dispatch({ type: "reject", ids, scope: "document", reason }),
  }));
}

function reopenChoices(store: Store, { id }: Entry): MenuChoice[] {
  if (!store.session.decisions.has(id)) return [];
  return [null, { label: "Mark as undecided", act: () => store.dispatch({ type: "reopen", ids: [id] }) }];
}

/** Tell whether a rejection needs a reason: a reviewer's does. */
export function needsReason({ review }: Session): boolean {
  return review?.mine === true && review.state === "claimed";
}

/** Reject terms; a reviewer is asked for the reason in a menu at `anchor`. */
export function rejectAll(store: Store, ids: readonly string[], anchor: Element): void {
  if (needsReason(store.session))
    openMenu(`Why reject ${plural(ids.length, "term")}?`, anchor, reasonChoices(store, ids));
  else store.dispatch({ type: "reject", ids, scope: "document" });
}
