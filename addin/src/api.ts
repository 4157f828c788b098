/** The service, as the pane asks it: one method a route, with the types of its own description. */

import { ApiProblem, own, problemOf } from "./api/problem";
import type { components } from "./api/types";
import type { TokenSource } from "./auth";

type Schemas = components["schemas"];

export type Analysis = Schemas["AnalysisOut"];
export type AnalysisOptions = Schemas["AnalysisOptions"];
export type ApprovalOptions = Schemas["ApprovalOptions"];
export type Certificate = Schemas["CertificateOut"];
export type Clients = Schemas["ClientsOut"];
export type ClientDictionary = Schemas["StoredClientOut"];
export type GuessRequest = Schemas["GuessIn"];
export type Look = Schemas["LookOut"];
export type Move = Schemas["MoveIn"];
export type Review = Schemas["ReviewOut"];
export type ReviewStep = Review["steps"][number];
export type Redacted = Schemas["RedactedOut"];
export type RedactionOptions = Schemas["RedactionOptions"];
export type StoryText = Schemas["StoryIn"];
export type VerificationOptions = Schemas["VerificationOptions"];
export type Verified = Schemas["VerifiedOut"];
export type Version = Schemas["VersionOut"];

/** Names are looked into too: the one that all documents are sent by holds no word that could be a term. */
const NAMELESS = "_.docx";
/** What the copy is saved as, unless one of these words has to go. */
const NAMED = "document.docx";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Milliseconds: longer than the service lets itself take, so that its own word comes first. */
const LONGEST_WAIT = 150_000;

type Body = FormData | string;

export class Api {
  /** `base` is the address that `v1/` lies below; `patience` are the milliseconds that an answer is waited for. */
  constructor(
    private readonly base: URL,
    private readonly tokens: TokenSource,
    private readonly patience = LONGEST_WAIT,
  ) {}

  /** What runs there; answered to everybody, so that it also tells whether anything runs. */
  version(signal?: AbortSignal): Promise<Version> {
    return this.ask("GET", "v1/version", undefined, signal);
  }

  clients(signal?: AbortSignal): Promise<Clients> {
    return this.ask("GET", "v1/clients", undefined, signal);
  }

  client(id: string, signal?: AbortSignal): Promise<ClientDictionary> {
    return this.ask("GET", `v1/clients/${encodeURIComponent(id)}`, undefined, signal);
  }

  addClient(dictionary: Schemas["DictionaryIn"], signal?: AbortSignal): Promise<ClientDictionary> {
    return this.ask("POST", "v1/clients", json(dictionary), signal);
  }

  changeClient(
    id: string,
    dictionary: Schemas["ChangedDictionaryIn"],
    signal?: AbortSignal,
  ): Promise<ClientDictionary> {
    return this.ask("PUT", `v1/clients/${encodeURIComponent(id)}`, json(dictionary), signal);
  }

  analyse(document: Uint8Array, options: AnalysisOptions, signal?: AbortSignal): Promise<Analysis> {
    return this.ask("POST", "v1/analyses", form(document, options), signal);
  }

  /** For a Word that gives no file. */
  analyseStories(stories: StoryText[], options: AnalysisOptions, signal?: AbortSignal): Promise<Analysis> {
    return this.ask("POST", "v1/analyses", json({ ...options, stories }), signal);
  }

  guess(request: GuessRequest, signal?: AbortSignal): Promise<Look> {
    return this.ask("POST", "v1/guesses", json(request), signal);
  }

  redact(document: Uint8Array, options: RedactionOptions, signal?: AbortSignal): Promise<Redacted> {
    return this.ask("POST", "v1/redactions", form(document, options, NAMED), signal);
  }

  verify(document: Uint8Array, options: VerificationOptions, signal?: AbortSignal): Promise<Verified> {
    return this.ask("POST", "v1/verifications", form(document, options), signal);
  }

  beginReview(asked: Schemas["NewReviewIn"], signal?: AbortSignal): Promise<Review> {
    return this.ask("POST", "v1/reviews", json(asked), signal);
  }

  review(id: string, signal?: AbortSignal): Promise<Review> {
    return this.ask("GET", `v1/reviews/${encodeURIComponent(id)}`, undefined, signal);
  }

  decide(id: string, moves: Schemas["MovesIn"], signal?: AbortSignal): Promise<Review> {
    return this.ask("PATCH", `v1/reviews/${encodeURIComponent(id)}/decisions`, json(moves), signal);
  }

  /** `note` says why a review is returned, `source` which document is submitted. */
  stepReview(
    id: string,
    step: Exclude<ReviewStep, "approve">,
    told: { version: number; note?: string; source?: string },
    signal?: AbortSignal,
  ): Promise<Review> {
    return this.ask("POST", `v1/reviews/${encodeURIComponent(id)}/${step}`, json(told), signal);
  }

  /** Approving takes the document: the approval holds for no other. */
  approveReview(id: string, document: Uint8Array, options: ApprovalOptions, signal?: AbortSignal): Promise<Review> {
    return this.ask("POST", `v1/reviews/${encodeURIComponent(id)}/approve`, form(document, options, NAMED), signal);
  }

  private async ask<Answer>(method: string, path: string, body?: Body, signal?: AbortSignal): Promise<Answer> {
    const answer = await this.send(method, path, body, signal, await this.tokens.token());
    if (answer.ok) return (await answer.json()) as Answer;
    const problem = await problemOf(answer);
    if (problem.status === 401) this.tokens.refused();
    throw problem;
  }

  private async send(
    method: string,
    path: string,
    body: Body | undefined,
    signal: AbortSignal | undefined,
    token: string | null,
  ): Promise<Response> {
    const patience = AbortSignal.timeout(this.patience);
    const headers: Record<string, string> = { Accept: "application/json", "Unsaid-Pane": __VERSION__ };
    if (token !== null) headers["Authorization"] = `Bearer ${token}`;
    if (typeof body === "string") headers["Content-Type"] = "application/json";
    try {
      return await fetch(new URL(path, this.base), {
        method,
        headers,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
      });
    } catch (failure) {
      throw explained(failure, signal, patience);
    }
  }
}

const json = (content: object): string => JSON.stringify(content);

function form(document: Uint8Array, options: object, name = NAMELESS): FormData {
  const sent = new FormData();
  sent.set("document", new Blob([document as Uint8Array<ArrayBuffer>], { type: DOCX }), name);
  sent.set("request", JSON.stringify(options));
  return sent;
}

/** A failed fetch says nothing but "Failed to fetch"; what the person stopped is no problem at all. */
function explained(failure: unknown, signal: AbortSignal | undefined, patience: AbortSignal): unknown {
  if (signal?.aborted === true || failure instanceof ApiProblem) return failure;
  if (patience.aborted) {
    return own("slow", "The service takes too long", "Nothing was changed. Try again, or with a smaller document.");
  }
  if (!navigator.onLine) {
    return own("offline", "This computer is offline", "Nothing was changed. Try again when it is connected.");
  }
  return own("no_service", "The service does not answer", "Nothing was changed. It may be restarting: try again.");
}
