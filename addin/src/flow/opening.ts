/** The first things: whether the service is there and fits this pane, who asks, and whose documents there can be. */

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
  await analyse(desk, signal);
}
