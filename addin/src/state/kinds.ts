/** The kinds of personal data as people tell them apart, and the service's names for them. */

/** The kinds in the order of the list. */
export const KINDS = [
  "people",
  "places",
  "organisations",
  "dates",
  "email",
  "phone",
  "amounts",
  "numbers",
] as const;
export type Kind = (typeof KINDS)[number];

/** What the list and the switches call each kind. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  ...{ people: "People", places: "Locations", organisations: "Organisations", dates: "Dates and times" },
  ...{ email: "E-mail and web", phone: "Phone", amounts: "Amounts", numbers: "Numbers and codes" },
};

/** The names of the service, as in `backend/document/placeholders.py`; a test compares them. */
const ENTITIES: Readonly<Record<Kind, string>> = {
  people: "PERSON NRP AGE DEMOGRAPHIC",
  places: "LOCATION COORDINATES",
  organisations: "ORGANIZATION",
  dates: "DATE_TIME",
  email: "EMAIL_ADDRESS HANDLE URL IP_ADDRESS MAC_ADDRESS",
  phone: "PHONE_NUMBER",
  amounts: "QUANTITY",
  numbers:
    "CODE MISC LICENSE_PLATE CREDIT_CARD IBAN_CODE BIC_CODE US_BANK_NUMBER ABA_ROUTING_NUMBER CRYPTO VAT_CODE " +
    "COMPANY_NUMBER US_EIN US_SSN US_ITIN US_PASSPORT US_DRIVER_LICENSE MEDICAL_LICENSE UK_NHS UK_NINO UK_PASSPORT " +
    "UK_DRIVING_LICENCE AU_TFN CA_SIN DE_TAX_ID ES_NIF ES_NIE FI_PERSONAL_IDENTITY_CODE IN_AADHAAR IN_PAN " +
    "IT_FISCAL_CODE KR_RRN PL_PESEL SE_PERSONNUMMER SG_NRIC_FIN TH_TNIN TR_NATIONAL_ID ZA_ID_NUMBER PASSPORT NATIONAL_ID",
};

const KIND_OF: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap(kind => ENTITIES[kind].split(" ").map(entity => [entity, kind] as const)),
);

/** Return the kind of the service's name. What a recogniser of the user's own finds is a number or code. */
export function kindOf(entity: string): Kind {
  return KIND_OF.get(entity) ?? "numbers";
}

/** Tell whether the service itself finds this, not a recogniser of the user's own. */
export function isKnownEntity(entity: string): boolean {
  return KIND_OF.has(entity);
}

/** List the service's names to look for: null means all, also those of the user's own recognisers. */
export function entitiesWithout(off: ReadonlySet<Kind>, custom: readonly string[] = []): readonly string[] | null {
  if (off.size === 0) return null;
  const own = off.has("numbers") ? [] : custom.filter(entity => !KIND_OF.has(entity));
  return [...KINDS.filter(kind => !off.has(kind)).flatMap(kind => ENTITIES[kind].split(" ")), ...own];
}

/** Add the names of kinds that only recognisers of the service's users find. */
export function withCustomEntities(
  known: readonly string[],
  suggestions: readonly { readonly kind: string; readonly entity: string }[],
): readonly string[] {
  const seen = suggestions.filter(each => each.kind === "personal" && !isKnownEntity(each.entity));
  const all = new Set([...known, ...seen.map(each => each.entity)]);
  return all.size === known.length ? known : [...all];
}
