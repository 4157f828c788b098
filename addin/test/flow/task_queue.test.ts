import { expect, test, vi } from "vitest";
import { DebouncedTask, CANCELLED, SUPERSEDED, TaskQueue } from "../../src/flow/task_queue";

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => signal.addEventListener("abort", () => resolve()));

test("long work waits until the one before has let go", async () => {
  const turns = new TaskQueue();
  const seen: string[] = [];
  void turns.run(async signal => {
    await untilStopped(signal);
    seen.push(`first: ${String(signal.reason)}`);
  });
  await Promise.resolve();
  await turns.run(() => {
    seen.push("second");
    return Promise.resolve();
  });
  expect(seen).toEqual([`first: ${SUPERSEDED}`, "second"]);
});

test("work that is superseded before it began is never begun", async () => {
  const turns = new TaskQueue();
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return Promise.resolve();
  };
  void turns.run(work("one"));
  void turns.run(work("two"));
  await turns.run(work("three"));
  expect(begun).toEqual(["three"]);
});

test("a person stops what is going on, and the next begins all the same", async () => {
  const turns = new TaskQueue();
  let why: unknown = null;
  const first = turns.run(async signal => {
    await untilStopped(signal);
    why = signal.reason;
  });
  await Promise.resolve();
  await Promise.resolve();
  turns.cancel();
  await first;
  expect(why).toBe(CANCELLED);
  let begun = false;
  await turns.run(() => {
    begun = true;
    return Promise.resolve();
  });
  expect(begun).toBe(true);
});

test("work that a person stops before it began is told so, for it has to say that it ends", async () => {
  const turns = new TaskQueue();
  let letGo = (): void => undefined;
  void turns.run(() => new Promise(resolve => (letGo = resolve)));
  let why: unknown = null;
  const waiting = turns.run(signal => {
    why = signal.reason;
    return Promise.resolve();
  });
  await Promise.resolve();
  turns.cancel();
  letGo();
  await waiting;
  expect([why, turns.busy]).toEqual([CANCELLED, false]);
});

test("of many wishes the newest is done, once", async () => {
  vi.useFakeTimers();
  let wish = 0;
  const done: number[] = [];
  const latest = new DebouncedTask(() => {
    done.push(wish);
    return Promise.resolve();
  }, 50);
  for (wish = 1; wish < 5; wish++) latest.schedule();
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
  const latest = new DebouncedTask(() => {
    done += 1;
    return Promise.resolve();
  }, 50);
  await latest.pause();
  latest.schedule();
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toBe(0);
  latest.resume();
  await vi.advanceTimersByTimeAsync(50);
  expect(done).toBe(1);
  vi.useRealTimers();
});
