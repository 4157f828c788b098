import { expect, test } from "vitest";
import { createStore } from "../../src/state/store";

test("listeners get the session, the action and the previous session", () => {
  const store = createStore();
  const told: [number, string, number][] = [];
  store.subscribe((now, action, before) => told.push([now.k, action.type, before.k]));
  store.dispatch({ type: "set-level", k: 7 });
  expect(told).toEqual([[7, "set-level", 5]]);
});

test("an action of a listener runs after all listeners got the previous one", () => {
  const store = createStore();
  const told: string[] = [];
  store.subscribe((now, action) => {
    told.push(`first ${now.k}`);
    if (action.type === "set-level" && action.k === 2) store.dispatch({ type: "set-level", k: 3 });
  });
  store.subscribe(now => told.push(`second ${now.k}`));
  store.dispatch({ type: "set-level", k: 2 });
  expect(told).toEqual(["first 2", "second 2", "first 3", "second 3"]);
});

test("a listener that fails or unsubscribes does not stop later actions", () => {
  const store = createStore();
  const leave = store.subscribe(() => {
    throw new Error("broken");
  });
  expect(() => store.dispatch({ type: "set-level", k: 2 })).toThrow("broken");
  leave();
  store.dispatch({ type: "set-level", k: 3 });
  expect(store.session.k).toBe(3);
});
