import { expect, test, vi } from "vitest";
import { dropAlias, keepAlias } from "../src/flow/dictionaries";
import type { Desk } from "../src/flow/desk";
import { question } from "../src/review/selectors";
import { reduce } from "../src/review/reduce";
import { START, type Action } from "../src/review/session";
import { analysis, suggestion } from "./gallery/invented";

const TOLD = analysis({ suggestions: [suggestion("c1", { term: "Proxi" })] });
const KEPT = { version: 3, name: "Carrefour", always: ["x"], never: [], group: "Retail", utility: "Retail" };

function desk(aliases: string[]): { desk: Desk; changed: unknown[] } {
  const listed = { id: "k1", name: "Carrefour", utility: "Retail", group: "Retail", documents: 3 };
  const clients = [listed] as unknown as Extract<Action, { type: "clients" }>["clients"];
  const chosen = [
    { type: "clients", clients, others: 0 },
    { type: "choose-client", client: "Carrefour" },
  ] satisfies Action[];
  const begun = chosen.reduce<typeof START>(reduce, START);
  const session = reduce(begun, { type: "analysed", analysis: TOLD, asked: question(begun) });
  const changed: unknown[] = [];
  const api = {
    client: () => Promise.resolve({ ...KEPT, aliases }),
    changeClient: (_id: string, dictionary: unknown) => Promise.resolve(changed.push(dictionary)),
  };
  return { desk: { api, session: () => session, tell: vi.fn() } as unknown as Desk, changed };
}

test("a term becomes another name of its client once", async () => {
  const there = desk(["HR", "Proxi"]);
  await keepAlias(there.desk, "c1");
  expect(there.changed).toEqual([{ ...KEPT, aliases: ["HR", "Proxi"] }]);
});

test("and is none any more when that is undone; all else of the client stays", async () => {
  const there = desk(["HR", "Proxi"]);
  await dropAlias(there.desk, "c1");
  expect(there.changed).toEqual([{ ...KEPT, aliases: ["HR"] }]);
});
