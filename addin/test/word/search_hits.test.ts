import { expect, it } from "vitest";
import { findHits, searchBodies, type SearchQuery } from "../../src/word/search_hits";
import type { WordRun } from "../../src/word/word_run";

/** A context that counts the searches of each request. */
class Requests {
  readonly searches: number[] = [];
  private queued = 0;

  readonly run = {
    context: {},
    sync: () => {
      this.searches.push(this.queued);
      this.queued = 0;
      return Promise.resolve();
    },
  } as unknown as WordRun;

  body(): Word.Body {
    const search = (): object => {
      this.queued += 1;
      return { items: [], load: () => undefined };
    };
    return { search } as unknown as Word.Body;
  }

  query(shapes: Word.Shape[] | null, text = "Alice"): SearchQuery {
    const collection = { items: shapes, load: () => undefined };
    const access =
      shapes === null
        ? { kind: "body", of: () => this.body() }
        : { kind: "shapes", anchoredIn: () => ({ shapes: collection }) };
    return { access, text, caseSensitive: true } as unknown as SearchQuery;
  }

  box(): Word.Shape {
    const textFrame = { hasText: true };
    return { type: "TextBox", textFrame, load: () => undefined, body: this.body() } as unknown as Word.Shape;
  }
}

const HOLDING = { track: () => undefined } as unknown as Parameters<typeof findHits>[2];

it("sends at most 20 searches in one request, text boxes counted", async () => {
  const requests = new Requests();
  const boxes = Array.from({ length: 30 }, () => requests.box());
  const queries = [requests.query(null), requests.query(boxes), requests.query(null, "Bob")];
  const hits = await findHits(requests.run, queries, HOLDING);
  expect(hits).toEqual([[], [], []]);
  // 1 + 30 + 1 searches; the two requests before them look at the shapes.
  expect(requests.searches).toEqual([0, 0, 20, 12]);
});

it("finds what is too long for a search by its ends", async () => {
  const requests = new Requests();
  await findHits(requests.run, [requests.query(null, "x".repeat(300))], HOLDING);
  expect(requests.searches).toEqual([2]);
});

it("asks for the text of shapes that can hold some, and of no picture or group", async () => {
  const requests = new Requests();
  const never = (type: string): Word.Shape =>
    ({
      type,
      load: () => expect.unreachable(),
      get textFrame() {
        return expect.unreachable();
      },
    }) as unknown as Word.Shape;
  const box = requests.box();
  const [bodies] = await searchBodies(requests.run, [requests.query([never("Picture"), box, never("Group")])]);
  expect(bodies).toEqual([box.body]);
});
