import { expect, test } from "vitest";
import { keyedList, make, setText, setAttributes } from "../../src/view/dom";
import { searchClients } from "../../src/view/client_picker";
import { CLIENTS } from "../gallery/sample_data";

function list(): { parent: HTMLElement; draw: (keys: readonly string[]) => void; made: string[] } {
  const parent = make("ul");
  const made: string[] = [];
  const draw = keyedList<string>(parent, String, key => {
    made.push(key);
    return { element: make("li", {}, key), update: () => undefined };
  });
  return { parent, draw, made };
}

const split = (text: string): string[] => Array.from(text);

test.each([
  ["abc", "abcd"],
  ["abc", "c"],
  ["abcd", "dcba"],
  ["abc", "xbz"],
  ["abc", ""],
  ["", "abc"],
])("a list of %s becomes %s, and what stays is the same element", (before, after) => {
  const { parent, draw, made } = list();
  draw(split(before));
  const elements = new Map(split(before).map((key, index) => [key, parent.children[index]]));
  draw(split(after));
  expect(parent.textContent).toBe(after);
  split(after).forEach((key, index) => {
    if (before.includes(key)) expect(parent.children[index]).toBe(elements.get(key));
  });
  expect(made.join("")).toBe(
    before +
      split(after)
        .filter(key => !before.includes(key))
        .join(""),
  );
});

test("an element that keeps its place is not moved, because moving loses the focus", () => {
  const { parent, draw } = list();
  draw(["a", "b", "c", "d"]);
  const moved: unknown[] = [];
  parent.insertBefore = each => (moved.push(each), each);
  draw(["a", "b", "c", "d"]);
  draw(["b", "d"]);
  expect(moved).toEqual([]);
});

test("an unchanged value is not written again", () => {
  const element = make("p", { title: "one" }, "text");
  const text = element.firstChild;
  setText(element, "text");
  expect(element.firstChild).toBe(text);
  setAttributes(element, { title: null, hidden: true, "aria-expanded": "false" });
  expect([element.title, element.hidden, element.getAttribute("aria-expanded")]).toEqual(["", true, "false"]);
});

test("text is never markup", () => {
  expect(make("p", {}, "<b>bold</b>").children).toHaveLength(0);
});

test("clients are found by any part of their names, those that begin with it first", () => {
  const names = (text: string): string[] => searchClients(CLIENTS, text).map(each => each.name);
  expect(names("CALDER")).toEqual(["Calder Ridge Energy"]);
  expect(names("ma")[0]).toBe("Marchetto Ipermercati");
  expect(names("")).toHaveLength(450);
  expect(names("zzz")).toEqual([]);
});
