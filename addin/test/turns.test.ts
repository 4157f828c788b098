import { expect, test, vi } from "vitest";
import { Latest, STOPPED, SUPERSEDED, Turns } from "../src/flow/turns";

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => signal.addEventListener("abort", () => resolve()));

test("long work waits until the one before has let go", async () => {
  const turns = new Turns();
  const seen: string[] = [];
  void turns.take(async signal => {
    await untilStopped(signal);
    seen.push(`first: ${String(signal.reason)}`);
  });
  await Promise.resolve();
  await turns.take(() => {
    seen.push("second");
    return Promise.resolve();
  });
  expect(seen).toEqual([`first: ${SUPERSEDED}`, "second"]);
});

test("work that is superseded before it began is never begun", async () => {
  const turns = new Turns();
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return Promise.resolve();
  };
  void turns.take(work("one"));
  void turns.take(work("two"));
  await turns.take(work("three"));
  expect(begun).toEqual(["three"]);
});

test("a person stops what is going on, and the next begins all the same", async () => {
  const turns = new Turns();
  let why: unknown = null;
  const first = turns.take(async signal => {
    await untilStopped(signal);
    why = signal.reason;
  });
  await Promise.resolve();
  await Promise.resolve();
  turns.stop();
  await first;
  expect(why).toBe(STOPPED);
  let begun = false;
  await turns.take(() => {
    begun = true;
    return Promise.resolve();
  });
  expect(begun).toBe(true);
});

test("work that a person stops before it began is told so, for it has to say that it ends", async () => {
  const turns = new Turns();
  let letGo = (): void => undefined;
  void turns.take(() => new Promise(resolve => (letGo = resolve)));
  let why: unknown = null;
  const waiting = turns.take(signal => {
    why = signal.reason;
    return Promise.resolve();
  });
  await Promise.resolve();
  turns.stop();
  letGo();
  await waiting;
  expect([why, turns.busy]).toEqual([STOPPED, false]);
});

test("of many wishes the newest is done, once", async () => {
  vi.useFakeTimers();
  let wish = 0;
  const done: number[] = [];
  const latest = new Latest(() => {
    done.push(wish);
    return Promise.resolve();
  }, 50);
  for (wish = 1; wish < 5; wish++) latest.soon();
  wish = 4;
  await vi.advanceTimersByTimeAsync(49);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual([4]);
  vi.useRealTimers();
});

test("while it rests nothing begins, and a wish of that time is not forgotten", async () => {
  vi.useFakeTimers();
  let done = 0;
  const latest = new Latest(() => {
    done += 1;
    return Promise.resolve();
  }, 50);
  await latest.rest();
  latest.soon();
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toBe(0);
  latest.resume();
  await vi.advanceTimersByTimeAsync(50);
  expect(done).toBe(1);
  vi.useRealTimers();
});
