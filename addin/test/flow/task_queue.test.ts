import { expect, test, vi } from "vitest";
import { DebouncedTask, CANCELLED, SUPERSEDED, TaskQueue } from "../../src/flow/task_queue";

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => signal.addEventListener("abort", () => resolve()));

test("a task starts after the previous one has stopped", async () => {
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

test("a task that is superseded before its start is never run", async () => {
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

test("after a cancelled task, the next one runs", async () => {
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

test("a task that is cancelled before its start runs with a cancelled signal", async () => {
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

test("many requests run the newest one, once", async () => {
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

test("while it is paused nothing starts, and a request is kept", async () => {
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
