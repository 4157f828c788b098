import { expect, test } from "vitest";
import { likeliest } from "../../src/flow/analyse";

test("the guessed client is the one that is likelier than all others", () => {
  const [ann, bob] = [
    { client: "Ann", probability: 0.6 },
    { client: "Bob", probability: 0.4 },
  ];
  expect(likeliest([ann, bob])).toBe("Ann");
  expect(likeliest([ann])).toBe("Ann");
});

test("no client is guessed where all are equally likely", () => {
  const alike = ["Ann", "Bob"].map(client => ({ client, probability: 0.5 }));
  expect(likeliest(alike)).toBeNull();
  expect(likeliest([])).toBeNull();
});
