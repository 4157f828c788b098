/** Why a term is suggested, and why a part of the file was not examined, in the words of the pane. */

import type { components } from "../api/types";
import { PATTERNS } from "./patterns";
import { formatNumber } from "./number_format";

export type Reason = components["schemas"]["ReasonOut"];
type Code = Reason["code"];
type ParamsOf = { readonly [R in Reason as R["code"]]: R["params"] };
type Params<C extends Code> = ParamsOf[C];

/** A reason in full, and as the list shows it. */
interface Sentence {
  readonly full: string;
  readonly short: string;
}

type Likelier = Params<"term_likelier">["likelier"];
type Apart = Pick<Params<"term_could_go">, "likelier" | "less_likely">;

/** The service sends no larger number. */
const MOST_TIMES = 1000;

const NAME: Readonly<Record<Params<"reads_like_name">["entity"], string>> = {
  PERSON: "the name of a person",
  ORGANIZATION: "the name of an organisation",
  LOCATION: "the name of a location",
  DATE_TIME: "a date or a time",
  NRP: "a nationality, a religion or a political group",
  CODE: "a number that identifies someone or something",
  QUANTITY: "a quantity that may identify someone",
  DEMOGRAPHIC: "an occupation, an origin or a state of health",
  MISC: "something that may identify someone",
};

const SIGN: Readonly<Record<Params<"stands_like_name">["sign"], string>> = {
  named_elsewhere: "A name elsewhere in the document",
  listed_given_name: "A given name with a surname",
  listed_place: "A town before its state",
  addressed: "Named in a letter or a form",
  signs: "In the place of a signature",
  writes: "Named as an author",
  beside_address: "Beside an address",
  after_title: "After a title",
  after_role: "After a role",
  list_of_people: "In a list of people",
  before_legal_form: "Before the legal form of a company",
  field: "In a field for a name",
};

const USE: Readonly<Record<NonNullable<Params<"word_not_weighed">["use"]> | "hidden", string>> = {
  this_client: "Only documents of this client use it. The model does not use it",
  nobody: "No training document uses it",
  one_other: "Documents of only one other client use it. The model does not use it",
  hidden: "The model does not use it",
};

const CONTENT: Readonly<Record<Params<"content_not_read">["content"], string>> = {
  picture: "A picture: its bytes were searched, but what it shows was not read",
  imported_file: "A file that Word imports: searched for the redacted terms only, not for names",
  font: "A font: searched as bytes, because it cannot be read as text",
  recording: "A recording: searched as bytes, because it cannot be read as text",
  pdf: "A PDF: searched as bytes, because it cannot be read as text",
  text_without_xml: "A text that is not XML: searched as plain text",
  ole_object: "An object of another program: searched as bytes, because it cannot be read as text",
  binary: "Binary data: searched as bytes, because it cannot be read as text",
  no_text: "A file without text: searched as bytes, because it cannot be read as text",
  packed: "Compressed data: searched as bytes, because it cannot be read as text",
  sub_document: "A sub-document: it is another file, which was not read",
  map_data: "The data of a map: searched as bytes, because it cannot be read as text",
  text_hash: "A hash of a text: it lets a reader test a guess of the text",
};

const DAMAGE: Readonly<Record<Params<"part_damaged">["fault"], string>> = {
  no_zip: "Cannot be read: it is not a valid zip file",
  not_unpacked: "Cannot be unpacked",
  too_large: "Not searched completely: the file unpacks to too much data",
  too_deep: "Not opened: too many files are embedded in one another",
  no_xml: "Cannot be read: it is not valid XML",
  document_type: "Not read: it declares a document type",
};

/** `chosen` is the level that the person has chosen; null where there is none. */
const WORDS: { readonly [C in Code]: (params: Params<C>, chosen: number | null) => string | Sentence } = {
  asked_for: () => "Added for this document",
  on_redaction_list: () => "On a list of terms to redact",
  name_of_client: () => "The client’s name",
  name_of_other_client: () => "The name of another client",
  name_of_organisation: () => "The name of an organisation",
  amount_in_column: () => "Another amount of its column is redacted",
  matches_pattern: ({ pattern }) => PATTERNS[pattern],
  matches_recogniser: ({ recogniser }) => `Found by the recogniser “${recogniser}”`,
  reads_like_name: ({ entity }) => `Reads like ${NAME[entity]}`,
  stands_like_name: ({ sign }) => SIGN[sign],
  term_hides_client: (params, chosen) => {
    const { level, k, k_without: without, lead } = params;
    // The service looked at the first level that redacts the term. Every higher one redacts it too.
    if (chosen !== null && level !== null && chosen !== level)
      return {
        ...apart(params),
        full: `${apart(params).full}. Level ${chosen} redacts it, like every level from ${level} on`,
      };
    const stays = level === null ? "If you reject it" : `If you reject it at level ${level}`;
    const reached =
      without === k ? `level ${k} is still reached${LEAD[lead]}` : `level ${without} is reached, not ${k}`;
    return { ...apart(params), full: `${apart(params).full}. ${stays}, ${reached}` };
  },
  term_could_go: (params, chosen) => {
    const { k, k_with: after, lead } = params;
    if (chosen !== null && chosen !== k)
      return { ...apart(params), full: `${apart(params).full}. Level ${chosen} keeps it` };
    const reached =
      after === k ? `level ${k} is still reached${LEAD[lead]}` : `level ${after} is reached, not ${k}`;
    return { ...apart(params), full: `${apart(params).full}. If you redact it too, ${reached}` };
  },
  term_likelier: ({ likelier }) => timesLikelier(likelier),
  term_distinctive: () => "Distinguishes this client from others",
  term_beyond_model: () => "The model does not use it, but others may recognise the client by it",
  word_not_weighed: ({ use }) => USE[use ?? "hidden"],
  content_not_read: ({ content }) => CONTENT[content],
  part_damaged: ({ fault }) => DAMAGE[fault],
  too_many_parts: ({ most }) => `Not searched completely: it contains more than ${formatNumber(most)} parts`,
  embedded_not_redacted: () => "An embedded file that is searched but not redacted",
  embedded_not_read: () => "An embedded file: searched for the redacted terms only, not for names",
  much_not_english: () => "Much of its text is not in English. Unsaid searches for names in English text only",
  search_not_finished: () => "A recogniser did not finish",
  table_not_read: () =>
    "Unsaid cannot read the columns of a table. The policy requires all amounts of a column to be redacted, or none",
  as_reported: ({ why }) => why,
};

const LEAD: Readonly<Record<Params<"term_could_go">["lead"], string>> = {
  same: "",
  smaller: ", by a smaller margin",
  larger: ", by a larger margin",
};

/** A reason without a full stop, with all that the service says of it at the chosen level. */
export function fullReason<C extends Code>(reason: ReasonOf<C>, chosen: number | null = null): string {
  const words = inWords(reason, chosen);
  return typeof words === "string" ? words : words.full;
}

/** A reason without a full stop, as short as a row of the list wants it. */
export function shortReason<C extends Code>(reason: ReasonOf<C>): string {
  const words = inWords(reason);
  return typeof words === "string" ? words : words.short;
}

interface ReasonOf<C extends Code> {
  readonly code: C;
  readonly params: Params<C>;
}

function inWords<C extends Code>(reason: ReasonOf<C>, chosen: number | null = null): string | Sentence {
  return WORDS[reason.code](reason.params, chosen);
}

function apart({ likelier, less_likely: less }: Apart): Sentence {
  if (likelier !== null) return timesLikelier(likelier);
  const text = `${less ? "Less" : "No more"} likely for this client than for the most similar clients`;
  return { full: text, short: text };
}

function timesLikelier({ rival, times }: Likelier): Sentence {
  const ratio = times < MOST_TIMES ? formatNumber(times) : `Over ${formatNumber(MOST_TIMES)}`;
  return {
    full: `${ratio} times likelier for this client than for ${rival}`,
    short: `${ratio}× likelier than for ${rival}`,
  };
}
