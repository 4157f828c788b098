/** The buttons that decide on several rows at once: those that are picked, or those that the filter shows. */

import { batch } from "../state/batch";
import { formatNumber } from "../state/number_format";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { button, make, setAttributes, setStatement, setVisible, type Region } from "./dom";
import { rejectAll } from "./row_menu";

/** The bar under the filter. */
export function bulkBar(store: Store): Region {
  const count = make("span", { class: "quiet", role: "status" });
  const accept = button("Accept", () => decide("toAccept"), { class: "small" });
  const reject = button("Reject", () => decide("toReject"), { class: "small" });
  const clear = button("Clear", () => store.dispatch({ type: "pick-none" }), {
    ...{ class: "small", "aria-label": "Clear the selection", title: "Clear the selection (Escape)" },
  });
  const element = make(
    "div",
    { class: "bulk", role: "group", "aria-label": "Several terms", hidden: true },
    ...[count, accept, reject, clear],
  );

  function decide(which: "toAccept" | "toReject"): void {
    const ids = batch(store.session)?.[which] ?? [];
    if (which === "toAccept") store.dispatch({ type: "accept", ids });
    else rejectAll(store, ids, reject);
  }

  return {
    element,
    update(session: Session) {
      const now = batch(session);
      setVisible(element, now !== null);
      if (!now) return;
      const what = now.by === "picked" ? "selected" : "found";
      setStatement(count, { text: `${formatNumber(now.count)} ${what}`, claims: { "batch.rows": now.count } });
      accept.disabled = now.toAccept.length === 0;
      reject.disabled = now.toReject.length === 0;
      setAttributes(accept, { "aria-label": `Accept the ${formatNumber(now.toAccept.length)} ${what}` });
      setAttributes(reject, { "aria-label": `Reject the ${formatNumber(now.toReject.length)} ${what}` });
      setVisible(clear, now.by === "picked");
    },
  };
}
