/** What can be undone after redacting: the last redaction, or a kind of terms; and what could not be restored. */

import type { Statement } from "../state/claims";
import { plural } from "../state/number_format";
import { canRestore } from "../state/reducer";
import { entry } from "../state/selectors";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { GROUP_TITLES, type GroupName } from "../state/suggestion_list";
import { button, keyedList, make, setStatement, setVisible, type Region } from "./dom";
import { openMenu } from "./menu";

/** Why a place could not be restored, by the code of the reason. */
const REASONS: Readonly<Record<string, string>> = {
  rewritten: "someone has edited its paragraph since",
  locked: "Word does not allow changes at this place",
  protected: "the document is protected",
  read_only: "Word refused every change",
  browser: "Word in a browser does not support this",
  tracking_locked: "Track Changes is locked",
  cancelled: "you cancelled",
  gone: "its text is no longer there",
};

/** The card. */
export function restoreCard(store: Store): Region {
  const summary = make("p", {});
  const undo = button("Undo the redaction", () => store.dispatch({ type: "restore", ids: null }), {
    class: "small",
  });
  const kinds = button("Restore by kind …", () => openMenu("Restore", kinds, choices(store)), {
    ...{ class: "small", "aria-haspopup": "menu" },
  });
  const lost = make(
    "p",
    {},
    "The pane could not restore these places. Take their text from an unredacted copy of the file:",
  );
  const list = make("ul", { class: "left" });
  const element = make(
    "section",
    { class: "card restore", "aria-label": "Undo", hidden: true },
    summary,
    make("div", { class: "row" }, undo, kinds),
    lost,
    list,
  );
  const rows = keyedList<Statement>(
    list,
    line => line.text,
    line => {
      const item = make("li", {});
      setStatement(item, line);
      return { element: item, update: () => undefined };
    },
  );
  return {
    element,
    update(session) {
      const { places, last } = session.restorable;
      const possible = canRestore(session);
      const count = [...places.values()].reduce((sum, each) => sum + each, 0);
      setVisible(element, possible || session.notRestored.length > 0);
      setStatement(summary, {
        text: `${plural(count, "place")} can be restored until you close this pane. After that, only an unredacted copy of the file has ${count === 1 ? "its" : "their"} text: keep one.`,
        claims: { "restore.places": count },
      });
      setVisible(summary, possible && count > 0);
      setVisible(undo, possible && last.length > 0);
      setVisible(kinds, possible && kindsOf(session).size > 1);
      const reasons = notRestored(session);
      setVisible(lost, reasons.length > 0);
      setVisible(list, reasons.length > 0);
      rows(reasons);
    },
  };
}

function choices(store: Store): { label: string; act: () => void }[] {
  const { places } = store.session.restorable;
  return [...kindsOf(store.session)].map(([kind, ids]) => {
    const count = ids.reduce((sum, id) => sum + (places.get(id) ?? 0), 0);
    return {
      label: `${GROUP_TITLES[kind]} (${plural(count, "place")})`,
      act: () => store.dispatch({ type: "restore", ids }),
    };
  });
}

/** The terms that can be put back, by kind. */
function kindsOf(session: Session): ReadonlyMap<GroupName, readonly string[]> {
  const kinds = new Map<GroupName, string[]>();
  for (const [id, places] of session.restorable.places) {
    const group = places > 0 ? entry(session, id)?.group : undefined;
    if (group !== undefined) kinds.set(group, [...(kinds.get(group) ?? []), id]);
  }
  return kinds;
}

/** A line for each term of which places could not be restored. */
function notRestored(session: Session): Statement[] {
  const counts = new Map<
    string,
    { readonly term: string; readonly line: string; readonly why: string; places: number }
  >();
  for (const { id, why } of session.notRestored) {
    const term = entry(session, id)?.term ?? "a term of an earlier analysis";
    const line = `${term}: ${REASONS[why] ?? "Word refused it"}`;
    counts.set(line, { term, line, why, places: (counts.get(line)?.places ?? 0) + 1 });
  }
  return [...counts.values()].map(({ term, line, places, why }) => ({
    text: places > 1 ? `${line} (${plural(places, "place")})` : line,
    claims: { "restore.lost": { term, places, why } },
  }));
}
