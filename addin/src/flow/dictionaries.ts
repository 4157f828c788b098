/** What is said of a term for more than this document, where the service keeps it with the client. */

import type { ClientDictionary } from "../api";
import type { ListedClient } from "../review/analysis";
import { entry } from "../review/selectors";
import type { Desk } from "./desk";

/** Keep a term as another name of the client; from the next analysis on it is one. */
export async function keepAlias(desk: Desk, id: string): Promise<void> {
  const { api, session, tell } = desk;
  const term = entry(session(), id)?.term;
  const listed = chosen(desk);
  if (listed === undefined || term === undefined) return;
  if (listed.id === null) {
    const { name, group, utility } = listed;
    const added = await api.addClient({ name, group, utility, aliases: [term], always: [], never: [] });
    tell({ type: "clients", ...(await api.clients()) });
    tell({ type: "said", sentence: `Kept as another name of ${added.name}.` });
    return;
  }
  const name = await renamed(desk, listed.id, aliases => [...new Set([...aliases, term])]);
  tell({ type: "said", sentence: `Kept as another name of ${name}.` });
}

/** A term is no other name of the client after all. */
export async function dropAlias(desk: Desk, id: string): Promise<void> {
  const term = entry(desk.session(), id)?.term;
  const kept = chosen(desk)?.id ?? null;
  if (kept === null || term === undefined) return;
  const name = await renamed(desk, kept, aliases => aliases.filter(each => each !== term));
  desk.tell({ type: "said", sentence: `“${term}” is kept as a name of ${name} no more.` });
}

function chosen({ session }: Desk): ListedClient | undefined {
  const { client, clients } = session();
  return clients.find(each => each.name === client);
}

/** Give a client other names; tells what it is called. */
async function renamed(
  { api }: Desk,
  id: string,
  change: (aliases: readonly string[]) => string[],
): Promise<ClientDictionary["name"]> {
  const { version, name, aliases, always, never, group, utility } = await api.client(id);
  await api.changeClient(id, { version, name, aliases: change(aliases), always, never, group, utility });
  return name;
}
