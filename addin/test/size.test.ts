// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const ASSETS = new URL("../dist/assets/", import.meta.url);
/** Bytes as they travel, compressed. */
const MOST = 70 * 1024;

/** The scripts that a page loads before anybody signs in: what it names, and what those import at once. */
function loadedBy(page: string): Set<string> {
  const html = readFileSync(new URL(`../${page}`, ASSETS), "utf-8");
  const waiting = [...html.matchAll(/assets\/([\w-]+\.js)/g)].map(found => found[1] ?? "");
  const loaded = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (loaded.has(next)) continue;
    loaded.add(next);
    const script = readFileSync(new URL(next, ASSETS), "utf-8");
    waiting.push(...[...script.matchAll(/from\s*["']\.\/([\w-]+\.js)["']/g)].map(found => found[1] ?? ""));
  }
  return loaded;
}

test.skipIf(!existsSync(ASSETS))("the pane loads less than 70 KB of script, and MSAL only to sign in", () => {
  const loaded = loadedBy("index.html");
  const sizes = [...loaded].map(name => gzipSync(readFileSync(new URL(name, ASSETS)), { level: 9 }).length);
  const whole = sizes.reduce((sum, each) => sum + each, 0);
  expect(whole).toBeGreaterThan(10_000);
  expect(whole).toBeLessThan(MOST);
  const msal = readdirSync(ASSETS).filter(name =>
    readFileSync(new URL(name, ASSETS), "utf-8").includes("BrowserAuthError"),
  );
  expect(msal.length).toBeGreaterThan(0);
  expect(msal.filter(name => loaded.has(name))).toEqual([]);
});
