/** Probabilities have one form, however small they are. */

import { expect, test } from "vitest";
import { atMost, likelihood } from "../../src/state/number_format";

test("no client is ruled out, however unlikely", () => {
  expect([0, 0.00004, 0.004, 0.04, 1].map(likelihood)).toEqual([
    ...["under 1\u00a0%", "under 1\u00a0%", "under 1\u00a0%", "4\u00a0%", "100\u00a0%"],
  ]);
  expect([0, 0.004, 0.04].map(atMost)).toEqual(["under 1\u00a0%", "under 1\u00a0%", "under 4\u00a0%"]);
});
