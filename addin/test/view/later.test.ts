import { expect, test } from "vitest";
import type { Session } from "../../src/state/session";
import { make, type Region } from "../../src/view/dom";
import { isAfterDeciding, later } from "../../src/view/later";

const at = (is: string): Session => ({ stage: { is } }) as unknown as Session;
const settled = (): Promise<void> => new Promise(done => setTimeout(done));

function loads(failures: number): { region: Region; seen: string[]; tries: () => number; main: HTMLElement } {
  const seen: string[] = [];
  let tries = 0;
  const card: Region = {
    element: make("section", { "aria-label": "Outcome" }),
    update: ({ stage }) => void seen.push(stage.is),
  };
  const load = (): Promise<Region> =>
    ++tries <= failures ? Promise.reject(new Error("no network")) : Promise.resolve(card);
  const region = later(load, isAfterDeciding);
  return { region, seen, tries: () => tries, main: make("main", {}, region.element) };
}

test("a region is loaded when it is needed, and shows the latest session", async () => {
  const { region, seen, tries, main } = loads(0);
  region.update(at("deciding"));
  await settled();
  expect(tries()).toBe(0);
  region.update(at("redacting"));
  region.update(at("redacted"));
  await settled();
  expect(seen).toEqual(["redacted"]);
  expect(tries()).toBe(1);
  expect(main.querySelector("[aria-label=Outcome]")).not.toBeNull();
  expect(main.children.length).toBe(1);
  region.update(at("checked"));
  expect(seen).toEqual(["redacted", "checked"]);
});

test("a region that could not be loaded is tried again", async () => {
  const { region, seen, tries } = loads(1);
  region.update(at("redacting"));
  await settled();
  region.update(at("redacted"));
  await settled();
  expect(tries()).toBe(2);
  expect(seen).toEqual(["redacted"]);
});
