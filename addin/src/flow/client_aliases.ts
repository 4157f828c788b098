/** Add and remove other names of the client, which the service stores in its dictionary. */

import type { ClientDictionary, ListedClient } from "../api/schemas";
import { entry } from "../state/selectors";
import type { Session } from "../state/session";
import type { FlowContext } from "./context";

/** Store a term as another name of the client. The next analysis uses it. */
export async function addAlias(context: FlowContext, id: string): Promise<void> {
  const { api, session, dispatch } = context;
  const term = entry(session(), id)?.term;
  const listed = chosenClient(context);
  if (listed === undefined || term === undefined) return;
  if (listed.id === null) {
    const { name, group, utility } = listed;
    const added = await api.addClient({ name, group, utility, aliases: [term], always: [], never: [] });
    const { clients, others } = await api.clients();
    dispatch({ type: "clients-loaded", clients, hiddenClients: others });
    dispatch({ type: "message", sentence: `Saved as another name of ${added.name}.` });
    return;
  }
  const name = await changeAliases(context, listed.id, aliases => [...new Set([...aliases, term])]);
  dispatch({ type: "message", sentence: `Saved as another name of ${name}.` });
}

/** Remove a term from the client's other names. */
export async function removeAlias(context: FlowContext, id: string): Promise<void> {
  const term = entry(context.session(), id)?.term;
  const kept = chosenClient(context)?.id ?? null;
  if (kept === null || term === undefined) return;
  const name = await changeAliases(context, kept, aliases => aliases.filter(each => each !== term));
  context.dispatch({ type: "message", sentence: `“${term}” is no longer saved as a name of ${name}.` });
}

function chosenClient({ session }: FlowContext): ListedClient | undefined {
  const { client, clients } = session();
  return clients.find(each => each.name === client);
}

/** Change the client's other names; returns the name of the client. */
async function changeAliases(
  { api }: FlowContext,
  id: string,
  change: (aliases: readonly string[]) => string[],
): Promise<ClientDictionary["name"]> {
  const { version, name, aliases, always, never, group, utility } = await api.client(id);
  await api.changeClient(id, { version, name, aliases: change(aliases), always, never, group, utility });
  return name;
}

/** The aliases that an undo took back. */
export function undoneAliases(before: Session, now: Session): readonly string[] {
  const was = [...before.decisions].filter(([, decision]) => decision.alias === true).map(([id]) => id);
  return was.filter(id => now.decisions.get(id)?.alias !== true);
}
