import { expect, test, vi } from "vitest";
import { addAlias, removeAlias } from "../../src/flow/client_aliases";
import type { FlowContext } from "../../src/flow/context";
import { currentQuestion } from "../../src/state/selectors";
import { reduce } from "../../src/state/reducer";
import { START, type Action } from "../../src/state/session";
import { analysis, suggestion } from "../gallery/sample_data";

const TOLD = analysis({ suggestions: [suggestion("c1", { term: "Proxi" })] });
const KEPT = { version: 3, name: "Carrefour", always: ["x"], never: [], group: "Retail", utility: "Retail" };

function context(aliases: string[]): { context: FlowContext; changed: unknown[] } {
  const listed = { id: "k1", name: "Carrefour", utility: "Retail", group: "Retail", documents: 3 };
  const clients = [listed] as unknown as Extract<Action, { type: "clients-loaded" }>["clients"];
  const chosen = [
    { type: "clients-loaded", clients, hiddenClients: 0 },
    { type: "choose-client", client: "Carrefour" },
  ] satisfies Action[];
  const begun = chosen.reduce<typeof START>(reduce, START);
  const session = reduce(begun, { type: "analysed", analysis: TOLD, answered: currentQuestion(begun) });
  const changed: unknown[] = [];
  const api = {
    client: () => Promise.resolve({ ...KEPT, aliases }),
    changeClient: (_id: string, dictionary: unknown) => Promise.resolve(changed.push(dictionary)),
  };
  return { context: { api, session: () => session, dispatch: vi.fn() } as unknown as FlowContext, changed };
}

test("a term is added to the client's other names once", async () => {
  const there = context(["HR", "Proxi"]);
  await addAlias(there.context, "c1");
  expect(there.changed).toEqual([{ ...KEPT, aliases: ["HR", "Proxi"] }]);
});

test("undo removes the name, and the rest of the client is unchanged", async () => {
  const there = context(["HR", "Proxi"]);
  await removeAlias(there.context, "c1");
  expect(there.changed).toEqual([{ ...KEPT, aliases: ["HR"] }]);
});
