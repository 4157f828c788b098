import { expect, test } from "vitest";
import { entries, groupsOf } from "../../src/state/suggestion_list";
import { analysis, suggestion } from "../gallery/sample_data";

test("names and rare words come before everyday ones, whatever the model says of them", () => {
  const scored = (term: string, score: number, entity = "TERM"): ReturnType<typeof suggestion> =>
    suggestion(term, { term, score, entity });
  const told = analysis({
    suggestions: [
      scored("Anyone", 9),
      scored("o’clock", 8),
      scored("everything counts", 7),
      scored("plumbline", 3),
      scored("Sheepfold", 2),
      scored("A380", 1.5),
      scored("Halden", 1, "CLIENT"),
    ],
    near_misses: [],
  });
  expect(entries(told)).toHaveLength(7);
  const [client] = groupsOf(told, 2, new Map(), { show: "all", text: "" }, "telling");
  expect(client?.entries.map(each => each.term)).toEqual([
    ...["Halden", "Sheepfold", "A380", "plumbline"],
    ...["Anyone", "o’clock", "everything counts"],
  ]);
});
