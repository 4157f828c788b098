/** The first things: whether the service is there and fits this pane, who asks, and whose document it is said to be. */

import { ApiProblem } from "../api/problem";
import type { SignIn, Way } from "../auth";
import { analyse } from "./analysing";
import type { Desk } from "./desk";

/** Begin with the open document. */
export async function open(desk: Desk, tokens: SignIn, signal: AbortSignal): Promise<void> {
  const { api, word, tell } = desk;
  const { fits, sign_in } = await api.version(signal);
  tokens.learn(sign_in as Way | null);
  if (!fits) {
    throw new ApiProblem("pane_too_old", "This pane does not fit the service", "Close it and open it again.");
  }
  const { clients, others } = await api.clients(signal);
  const { file, textBoxes } = word.capabilities;
  tell({ type: "opened", reach: { inPlace: true, why: null, partial: !file, textBoxes } });
  tell({ type: "clients", clients, others });
  const review = await desk.remembering.meet(signal);
  const known = clients.find(each => each.name === review?.client);
  if (known !== undefined) tell({ type: "choose-client", client: known.name });
  await analyse(desk, signal);
}
