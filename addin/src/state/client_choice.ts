/** Which client the text looks like, and what the pane does about it. */

import type { Analysis, Guess } from "../api/schemas";
import { foundFor, truncated } from "./custom_terms";
import { percent } from "./number_format";
import { plain, type Statement } from "./claims";
import type { Likeness, Session } from "./session";

/**
 * How certain a guess must be, so that the pane chooses the client itself.
 *
 * On held-out filings of known clients such a guess is right in 98 to 99 % of documents of 1,500 characters and more.
 * Filings of clients that the model does not know reach it in up to 6 % (decision 33).
 */
export const LEAST_CERTAINTY = 0.95;
/** A guess below this names no client: another one is as likely. */
const LEAST_NAMED = 0.5;

/** Return the likeliest client; null where none is likelier than all others. */
export function likenessOf([first, second]: readonly Guess[]): Likeness | null {
  return first !== undefined && first.probability > (second?.probability ?? 0) ? first : null;
}

/**
 * Return the client to choose for the person; null where the text leaves a doubt.
 *
 * Where clients are hidden, the certainty is one among the visible clients alone, so it proves nothing.
 */
export function preselected(likeness: Likeness | null, { clients, hiddenClients }: Session): string | null {
  if (likeness === null || hiddenClients > 0 || likeness.probability < LEAST_CERTAINTY) return null;
  return clients.some(each => each.name === likeness.client) ? likeness.client : null;
}

/** A question about the chosen client, with the client to choose instead. */
export interface ClientQuestion extends Statement {
  readonly suggested: string;
  /** The person can answer that the chosen client is right. */
  readonly canKeep: boolean;
}

/** Suggest a client where none is chosen, and ask about a client that the text does not look like. */
export function clientQuestion(session: Session): ClientQuestion | null {
  const { looksLike, client, keptClient, unknownNames, clients } = session;
  if (looksLike === null || looksLike.probability < LEAST_NAMED || looksLike.client === client) return null;
  if (!clients.some(each => each.name === looksLike.client)) return null;
  const chosen = client ?? (unknownNames.length > 0 ? unknownNames.join("; ") : null);
  if (chosen !== null && chosen === keptClient) return null;
  const seen = seenSentence(session, looksLike);
  const text = chosen === null ? seen : `You chose ${truncated(chosen)}. ${seen}`;
  return {
    text,
    claims: { "client.looks-like": looksLike },
    suggested: looksLike.client,
    canKeep: chosen !== null,
  };
}

function seenSentence({ hiddenClients }: Session, { client, probability }: Likeness): string {
  return hiddenClients > 0
    ? `Of the clients that you can see, the text looks most like ${client}.`
    : `The text looks like ${client} (${percent(probability)} certain).`;
}

/** Say what is not protected where no client of the model is chosen; empty where one is. */
export function unprotectedStatement(session: Session): Statement {
  const { client, unknownNames, analysis } = session;
  if (client !== null || analysis === null) return plain("");
  const others = "words that point to the client, such as product names.";
  if (unknownNames.length === 0) return plain(`Unsaid redacts personal data, but no ${others}`);
  const names = unknownNames.map(name => `“${truncated(name)}” is ${whereListed(analysis, name)}.`);
  const unknown = "The model does not know this client.";
  return plain(
    `${unknown} ${names.join(" ")} Unsaid redacts the listed names and personal data, but no other ${others}`,
  );
}

function whereListed(analysis: Analysis, name: string): string {
  const { suggestions, inside } = foundFor(analysis, name);
  if (suggestions.length > 0) return "in the list";
  return inside.length > 0 ? "part of longer terms in the list" : "not in the text";
}

/** Read the names of a client as a person types them: separated by semicolons. */
export function typedNames(text: string): readonly string[] {
  const names = text.split(";").map(name => name.trim());
  return [...new Set(names.filter(name => /[\p{L}\p{N}]/u.test(name) && Array.from(name).length <= LONGEST_NAME))];
}

/** The service accepts no longer term. */
const LONGEST_NAME = 300;

/** Choose a client of the model, or none. */
export function withClient(session: Session, client: string | null): Session {
  if (client === session.client && session.unknownNames.length === 0) return { ...session, clientGuessed: false };
  return { ...withoutClient(session), client };
}

/** Choose a client that the model does not know, by its names. */
export function withUnknownClient(session: Session, names: readonly string[]): Session {
  return names.length === 0 ? session : { ...withoutClient(session), unknownNames: names };
}

/** Remember which client the text looks like, and choose it where that is certain and nothing is chosen yet. */
export function withLikeness(session: Session, looksLike: Likeness | null): Session {
  const open = session.answered === null && session.client === null && session.unknownNames.length === 0;
  const client = open ? preselected(looksLike, session) : null;
  return client === null ? { ...session, looksLike } : { ...session, looksLike, client, clientGuessed: true };
}

/** Drop what belongs to the client that was chosen. */
function withoutClient(session: Session): Session {
  const none = { client: null, unknownNames: [], policy: null, keptClient: null };
  return { ...session, ...none, clientGuessed: false, guessAtLevelOne: null };
}
