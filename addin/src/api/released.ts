/** Client of the routes on released documents: searching the index, and asking for a document. */

import type { components } from "./types";

type Schemas = components["schemas"];

export type FoundGroup = Schemas["FoundGroupOut"];
export type FoundGroups = Schemas["FoundGroupsOut"];
export type IndexFigures = Schemas["IndexOut"];
export type MadeRequest = Schemas["MadeRequestOut"];
export type AskedRequest = Schemas["AskedRequestOut"];
export type DocumentRequests = Schemas["RequestsOut"];

/** How a request is sent: with the token of the person, as those of `Api` are. */
export type Send = <Answer>(method: string, path: string, body?: string) => Promise<Answer>;

const REQUESTS = "v1/index/requests";

export class ReleasedApi {
  constructor(private readonly send: Send) {}

  index(): Promise<IndexFigures> {
    return this.send("GET", "v1/index");
  }

  search(words: string): Promise<FoundGroups> {
    return this.send("POST", "v1/index/searches", JSON.stringify({ words }));
  }

  requests(): Promise<DocumentRequests> {
    return this.send("GET", REQUESTS);
  }

  ask(edition: string, group: number, message: string): Promise<MadeRequest> {
    return this.send("POST", REQUESTS, JSON.stringify({ edition, group, message }));
  }

  /** Accept a request with a note for the asker; without one, decline it. */
  answer(id: string, note: string | null): Promise<AskedRequest> {
    const path = `${REQUESTS}/${encodeURIComponent(id)}/answers`;
    return this.send("POST", path, JSON.stringify({ accept: note !== null, note }));
  }

  withdraw(id: string): Promise<void> {
    return this.send("DELETE", `${REQUESTS}/${encodeURIComponent(id)}`);
  }
}
