/** What has to be known of an analysis, in the words of the pane: it names what people find in it. */

import type { components } from "../api/types";
import { foundInWords } from "./location_names";
import { percent } from "./number_format";

export type Warning = components["schemas"]["MessageOut"];
type Code = Warning["code"];
type ParamsOf = { readonly [M in Warning as M["code"]]: M["params"] };
type Params<C extends Code> = ParamsOf[C];

const ASK = "Ask your administrator";
const KEEP = "“Keep the industry recognisable”";

const FAULT: Readonly<Record<Params<"entry_not_usable">["fault"], string>> = {
  empty: "is empty",
  too_long: "is too long",
  control_character: "contains a control character",
  half_character: "contains a broken character",
  no_character: "contains an invalid character",
  picture_sign: "contains a placeholder for a picture",
  not_searchable: "contains only spaces, dashes, placeholders or the like",
};

const OWNER: Readonly<Record<Params<"entry_not_usable">["owner"], string>> = {
  client_dictionary: "the dictionary of this client",
  everyone_dictionary: "the dictionary for every client",
  client_list: "the file of this client",
  everyone_list: "the file for every client",
  run_list: "the file of this run",
  job: "this job",
};

const LIST: Readonly<Record<Params<"entry_not_usable">["list_name"], string>> = {
  always: "always-redact list",
  never: "never-redact list",
  deny_list: "deny list",
  allow_list: "allow list",
};

const ONE_BY_ONE: Readonly<Record<Params<"chosen_one_by_one">["reason"], string>> = {
  no_solution: "no selection of words reaches the level",
  no_solver: "the search for the best selection failed",
  no_whole_words: "the search for the best selection did not finish in time",
};

const foundPlaceInWords = ({ entity, found_in, count }: Params<"found_in_result">["places"][number]): string =>
  `${entity} in ${foundInWords(found_in)}${count > 1 ? `, ${count} times` : ""}`;

const keptUpTo = (highest: number): string =>
  highest < 2
    ? "Unsaid cannot keep it recognisable at any level."
    : `Above level ${highest}, Unsaid cannot keep it recognisable.`;

const WORDS: { readonly [C in Code]: (params: Params<C>) => string } = {
  part_not_read: ({ part, shows }) =>
    shows === "imported_file"
      ? `${part} contains a file that Word imports when it opens the document. Unsaid did not read that file.`
      : `${part} shows another document. Unsaid did not read that document.`,
  kind_not_checked: ({ entity }) => `This version of Unsaid cannot find personal data of the kind ${entity}.`,
  names_not_checked: () =>
    `Unsaid did not search for names of people, organisations and locations. ${ASK} to set the language model for names.`,
  names_not_read: ({ paragraphs, languages }) => {
    const unread = languages.reduce((sum, each) => sum + each.paragraphs, 0);
    const what =
      unread === paragraphs
        ? `the text for names, because it is in ${listed(languages.map(each => each.language))}`
        : `${unread} of ${paragraphs} paragraphs for names, because ${unread === 1 ? "it is" : "they are"} not in English ` +
          `(${languages.map(each => `${each.paragraphs} in ${each.language}`).join(", ")})`;
    return `Unsaid did not search ${what}. It searches for names in English text only. Check the other text yourself.`;
  },
  recogniser_not_finished: ({ recogniser, seconds }) =>
    `The recogniser “${recogniser}” did not finish within ${seconds} seconds. ${ASK} to make it simpler.`,
  recogniser_matched_nothing: ({ recogniser }) =>
    `The recogniser “${recogniser}” has matched places that contain only spaces, dashes or the like. They are not redacted. ${ASK} to correct it.`,
  terms_not_found: ({ terms, more }) =>
    `Not found in the document: ${terms.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
  entry_not_usable: ({ number, list_name, owner, fault, used }) =>
    `Entry ${number} of the ${LIST[list_name]} in ${OWNER[owner]} ${FAULT[fault]}. ` +
    `${used ? "Unsaid used the rest of this entry." : "Unsaid did not use it."} ${ASK} to correct it.`,
  fewer_clients_than_k: ({ clients, k, usual }) =>
    `The model knows only ${counted(clients, "client")}, so the level is ${k}, not ${usual}.`,
  no_attackers: () =>
    `The client is hidden from the model only, because no attackers (other programs that guess the client) were trained with this model version. ${ASK} to train the model again.`,
  too_few_industries: () => "The model knows fewer than two industries, so no industry is kept recognisable.",
  industry_not_known: ({ client }) =>
    `The industry of ${client} is not known, so no industry is kept recognisable.`,
  industry_of_few_clients: ({ industry, clients, highest, kept }) => {
    const few = counted(clients, "client");
    const then = clients === 1 ? "then knows the client" : "has only these to choose from";
    return kept
      ? `${industry} has ${few}. A reader who recognises the industry ${then}. Clear ${KEEP} to hide it.`
      : `${industry} has only ${few}. ${keptUpTo(highest)}`;
  },
  industry_of_few_visible_clients: ({ industry, needed, kept }) => {
    return kept
      ? `You see few clients of ${industry}. A reader who recognises the industry may have only a few clients to choose from. Clear ${KEEP} to hide it.`
      : `You see too few clients of ${industry}. Unsaid keeps it recognisable at every analysed level only if you see at least ${needed} of them.`;
  },
  floor_not_reached: ({ levels }) =>
    `At ${at(levels)}, no selection of words keeps the industry recognisable. Choose a lower level to keep it.`,
  industry_not_kept: ({ levels }) => `At ${at(levels)}, the industry is not kept recognisable.`,
  chosen_one_by_one: ({ levels, reason }) =>
    `At ${at(levels)}, words were selected one by one, because ${ONE_BY_ONE[reason]}.${
      reason === "no_solution" ? " Choose a lower level." : ""
    }`,
  attackers_not_blocked: ({ levels, attackers, others_hold }) =>
    `At ${at(levels)}, Unsaid found no selection of words that also hides the client from these attackers (other programs that guess it): ${listed(attackers)}.${
      others_hold ? " The other attackers that redaction uses do not name the client." : ""
    }`,
  assurance_not_known: () => "Unsaid did not measure how often this level is reached against held-out attackers.",
  assurance_not_measured: () =>
    "Unsaid could not measure how often this level is reached against held-out attackers: too few clients have three documents.",
  assurance_of_other_objectives: () =>
    "Unsaid measured how often this level is reached against held-out attackers, but with another way to select words.",
  assurance_not_reached: ({ asked, held, documents, complete }) =>
    `Held-out attackers were tried on ${counted(documents, "document")} kept out of training. ` +
    `At best, ${complete ? "" : "as far as measured, "}the level was reached in ${percent(held)} of them, not in ${percent(asked)}.`,
  no_known_word: () => "The document contains no word that the model knows, so all clients are equally likely.",
  k_not_reached: ({ k, reached }) =>
    `Level ${k} was not reached${reached === null ? "" : `, only ${reached}`}. Choose a lower level, or redact more.`,
  k_not_reached_without_words: ({ k }) =>
    `Level ${k} was not reached, because the document contains no word that the model knows.`,
  found_in_result: ({ places, more }) =>
    "A second check of the clean copy found more personal data: " +
    `${places.map(foundPlaceInWords).join("; ")}${more > 0 ? ` and ${more} more` : ""}. ` +
    "Go there, and add the terms to redact.",
  redacted_undecided: ({ places }) =>
    `Unsaid also redacted ${counted(places, "place")} without a decision: ${places === 1 ? "it" : "they"} looked like ` +
    "personal data only after other words were redacted.",
  amounts_computable: ({ amounts }) =>
    `A reader can compute ${counted(amounts, "redacted amount")} from the amounts beside ${amounts === 1 ? "it" : "them"} in a table. ` +
    `Redact the amounts beside ${amounts === 1 ? "it" : "them"} too.`,
  accepted_terms_not_suggested: ({ terms }) =>
    `The review contains ${counted(terms, "accepted term")} that Unsaid does not suggest for the current text.`,
  places_kept: ({ places }) =>
    `Someone decided to keep ${counted(places, "place")} of terms that are redacted elsewhere.`,
  review_model_gone: ({ version }) =>
    `This review uses model version ${version}, which no longer exists. All decisions are saved.`,
  review_model_not_in_use: ({ version }) => `This review uses model version ${version}, which is no longer in use.`,
};

/** A warning as one or more sentences. */
export function warningInWords<C extends Code>(message: { readonly code: C; readonly params: Params<C> }): string {
  return WORDS[message.code](message.params);
}

function listed(things: readonly string[]): string {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1) ?? ""}`;
}

function at(levels: readonly number[]): string {
  return `level${levels.length === 1 ? "" : "s"} ${listed(levels.map(String))}`;
}

function counted(many: number, thing: string): string {
  return `${many} ${thing}${many === 1 ? "" : "s"}`;
}
