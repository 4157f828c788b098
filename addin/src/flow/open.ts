/** First steps: check the version of the service, load the clients, and load the stored review. */

import { ApiError } from "../api/error";
import type { ListedClient } from "../api/schemas";
import type { SignIn, SignInSettings } from "../auth/sign_in";
import { analyse } from "./analyse";
import { hasAgreed } from "./consent";
import type { FlowContext } from "./context";

/** Start with the open document. */
export async function open(context: FlowContext, tokens: SignIn, signal: AbortSignal): Promise<void> {
  const { api, word, dispatch } = context;
  const { fits, sign_in } = await api.version(signal);
  tokens.configure(sign_in as SignInSettings | null);
  if (!fits) {
    throw new ApiError("pane_too_old", "The versions of the pane and the service differ", "");
  }
  const { clients, others } = await api.clients(signal);
  const { file, textBoxes } = word.capabilities;
  dispatch({ type: "access-changed", access: { inPlace: true, blockedBy: null, textOnly: !file, textBoxes } });
  dispatch({ type: "clients-loaded", clients, hiddenClients: others });
  // Nothing of the document is sent before the person has agreed to the address.
  if (hasAgreed(api.address)) await begin(context, clients, signal);
  else dispatch({ type: "ask-consent", address: api.address });
}

/** Load the stored review of the document and analyse it. */
export async function begin(
  context: FlowContext,
  clients: readonly ListedClient[],
  signal: AbortSignal,
): Promise<void> {
  const { dispatch } = context;
  await context.word.recover(signal);
  const review = await context.storedReview.load(signal);
  const known = clients.find(each => each.name === review?.client);
  if (known !== undefined) dispatch({ type: "choose-client", client: known.name });
  const level = context.storedReview.level;
  if (level !== null) dispatch({ type: "level-loaded", k: level.k, keepIndustry: level.keep_industry });
  await analyse(context, signal);
}
