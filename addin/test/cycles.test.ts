// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { preProcessFile } from "typescript";
import { expect, test } from "vitest";

const SOURCES = new URL("../src/", import.meta.url).pathname;
type Imports = ReadonlyMap<string, readonly string[]>;

/** Which of these modules each imports, types included. */
function importsIn(sources: ReadonlyMap<string, string>): Imports {
  const imported = (name: string, source: string): string[] =>
    preProcessFile(source, true, true)
      .importedFiles.filter(each => each.fileName.startsWith("."))
      .map(each => `${posix.join(posix.dirname(name), each.fileName)}.ts`)
      .filter(each => sources.has(each));
  return new Map([...sources].map(([name, source]) => [name, imported(name, source)]));
}

/** The modules that import themselves, through others or at once. */
function cyclic(imports: Imports): string[] {
  return [...imports.keys()].filter(name => {
    const reached = new Set<string>();
    const waiting = [...(imports.get(name) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!reached.has(next)) waiting.push(...(imports.get(next) ?? []));
      reached.add(next);
    }
    return reached.has(name);
  });
}

test("no module of the pane imports itself through others, types included", () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" }).filter(name => name.endsWith(".ts"));
  const sources = new Map(
    names.map(name => [name.replaceAll("\\", "/"), readFileSync(join(SOURCES, name), "utf-8")]),
  );
  const imports = importsIn(sources);
  expect(imports.get("flow/controller.ts")).toContain("flow/context.ts");
  expect(imports.get("flow/context.ts")).toContain("word/document.ts"); // for its types alone
  expect(cyclic(imports)).toEqual([]);
});

test("a cycle is found, also one of types and one of exports", () => {
  const sources = {
    "a.ts": 'import type { B } from "./room/b";',
    "room/b.ts": 'export { c } from "../c";',
    "c.ts": 'import { type A } from "./a";',
    "d.ts": 'import { e } from "./e";',
    "e.ts": 'export * from "./a";', // leads to the cycle, and is no part of it
  };
  expect(cyclic(importsIn(new Map(Object.entries(sources))))).toEqual(["a.ts", "room/b.ts", "c.ts"]);
});
