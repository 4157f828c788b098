import { expect, test } from "vitest";
import { likeliest } from "../../src/flow/analyse";

test("a document looks like whoever is likelier than all others", () => {
  const [ann, bob] = [
    { client: "Ann", probability: 0.6 },
    { client: "Bob", probability: 0.4 },
  ];
  expect(likeliest([ann, bob])).toBe("Ann");
  expect(likeliest([ann])).toBe("Ann");
});

test("a text that tells nothing looks like nobody", () => {
  const alike = ["Ann", "Bob"].map(client => ({ client, probability: 0.5 }));
  expect(likeliest(alike)).toBeNull();
  expect(likeliest([])).toBeNull();
});
