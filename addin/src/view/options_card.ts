/** What to look for, and what the clean copy keeps. */

import { KIND_NAMES, KINDS, type Kind } from "../state/kinds";
import { mayAskForIndex } from "../state/index_result";
import {
  CLEANING_CHOICES,
  cleaning,
  isCleaningAllowed,
  isKindRequired,
  kindsOff,
  optionsSummary,
  type CleaningField,
} from "../state/options";
import { amountsSentence, indexSentence, ofPolicy, policyName } from "../state/policy";
import { canDecide } from "../state/reducer";
import type { Session } from "../state/session";
import type { Store } from "../state/store";
import { make, setClaims, setStatement, setText, setVisible, type Region } from "./dom";
import { disclosure } from "./folds";

const FIELD_NAMES: Readonly<Record<CleaningField, string>> = {
  ...{ comments: "Comments", revisions: "Tracked changes", hidden_text: "Hidden text", images: "Pictures" },
};
/** Pictures stay as they are only where the person says that they checked them. */
const KEPT_PICTURES = "keep, I checked them";
const CHOICE_NAMES: Readonly<Record<string, string>> = {
  ...{ keep: "keep", anonymise: "remove names", remove: "remove", accept: "accept", tell: "keep, not checked" },
};

const choiceName = (field: CleaningField, value: string): string =>
  field === "images" && value === "keep" ? KEPT_PICTURES : (CHOICE_NAMES[value] ?? value);
const NEVER_OPEN = Infinity;

/** The switches and choices, folded until they are wanted. */
export function optionsCard(store: Store): Region {
  const summary = make("span", {});
  const boxes = new Map(KINDS.map(kind => [kind, kindSwitch(store, kind)]));
  const selects = new Map(
    (Object.keys(CLEANING_CHOICES) as CleaningField[]).map(field => [field, choice(store, field)]),
  );
  const locked = make("p", { class: "hint", hidden: true });
  const amounts = make("p", { class: "hint", hidden: true });
  const indexed = make("p", { class: "hint", hidden: true });
  const add = make("input", { type: "checkbox" });
  add.addEventListener("change", () => store.dispatch({ type: "add-to-index", on: add.checked }));
  const adding = make("label", { class: "check", hidden: true }, add, "Add it to the index of released documents");
  const fold = disclosure(
    "options",
    NEVER_OPEN,
    summary,
    make("fieldset", { class: "kinds" }, make("legend", {}, "Personal data to search for"), ...labels(boxes)),
    make("fieldset", { class: "cleaning" }, make("legend", {}, "In the clean copy"), ...labels(selects), adding),
    amounts,
    indexed,
    locked,
  );
  const element = make("section", { class: "settings", "aria-label": "Options" }, fold.element);
  return {
    element,
    update(session) {
      setVisible(element, session.analysis !== null);
      setText(summary, `Options: ${optionsSummary(session)}`);
      setClaims(summary, { "options.kinds": [KINDS.length - kindsOff(session).size, KINDS.length] });
      const free = canDecide(session) && session.redactedIds.size === 0;
      const off = kindsOff(session);
      for (const [kind, { control }] of boxes) {
        control.checked = !off.has(kind);
        control.disabled = !free || isKindRequired(session, kind);
      }
      for (const [field, { control }] of selects) {
        control.value = cleaning(session)[field];
        control.disabled = !free;
        for (const each of control.options) each.disabled = !isCleaningAllowed(session, field, each.value);
      }
      setVisible(adding, mayAskForIndex(session));
      add.checked = session.addToIndex;
      add.disabled = !canDecide(session);
      const required = hasRequirement(session) ? `Some choices are set by ${policyName(session)}.` : "";
      setStatement(locked, ofPolicy(session, required));
      setVisible(locked, locked.textContent !== "");
      const { text, claims } = ofPolicy(session, amountsSentence(session));
      setStatement(amounts, { text, claims: { ...claims, "policy.amounts-together": text !== "" } });
      setVisible(amounts, text !== "");
      const index = ofPolicy(session, indexSentence(session));
      setStatement(indexed, { ...index, claims: { ...index.claims, "policy.indexed": index.text !== "" } });
      setVisible(indexed, index.text !== "");
    },
  };
}

interface Field<Control> {
  readonly label: HTMLElement;
  readonly control: Control;
}

function labels(fields: ReadonlyMap<string, Field<HTMLElement>>): HTMLElement[] {
  return [...fields.values()].map(each => each.label);
}

function kindSwitch(store: Store, kind: Kind): Field<HTMLInputElement> {
  const control = make("input", { type: "checkbox" });
  control.addEventListener("change", () => store.dispatch({ type: "switch-kind", kind, on: control.checked }));
  return { control, label: make("label", { class: "check" }, control, KIND_NAMES[kind]) };
}

function choice(store: Store, field: CleaningField): Field<HTMLSelectElement> {
  const control = make(
    "select",
    {},
    ...CLEANING_CHOICES[field].map(value => make("option", { value }, choiceName(field, value))),
  );
  control.addEventListener("change", () => store.dispatch({ type: "clean", change: { [field]: control.value } }));
  return { control, label: make("label", { class: "choice" }, make("span", {}, FIELD_NAMES[field]), control) };
}

function hasRequirement(session: Session): boolean {
  const fields = Object.entries(CLEANING_CHOICES) as [CleaningField, readonly string[]][];
  return (
    KINDS.some(kind => isKindRequired(session, kind)) ||
    fields.some(([field, [least = ""]]) => !isCleaningAllowed(session, field, least))
  );
}
