/** Client of the service: one method for each route, with the types of the OpenAPI description. */

import { ApiError, localError, apiErrorOf } from "./api/error";
import type {
  Analysis,
  AnalysisOptions,
  ApprovalOptions,
  ChangedDictionary,
  ClientDictionary,
  Clients,
  DecisionMoves,
  Download,
  EffectivePolicy,
  GuessRequest,
  GuessResult,
  NewDictionary,
  NewReview,
  Redacted,
  RedactionCheck,
  RedactionChecked,
  RedactionOptions,
  Review,
  ReviewStep,
  StoryText,
  VerificationOptions,
  Verified,
  Version,
} from "./api/schemas";
import type { TokenSource } from "./auth/sign_in";

/**
 * Name of every uploaded file. The service searches file names too, and this one holds no word that could be a term.
 */
const UPLOAD_NAME = "_.docx";
/** Name of the clean copy, unless one of these words has to be redacted. */
const COPY_NAME = "document.docx";
const BYTES = "application/octet-stream";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Milliseconds. Longer than the service's own limit, so that its answer comes first. */
const TIMEOUT_MS = 150_000;

type Body = FormData | Blob | string;

export class Api {
  /** `base` is the address above `v1/`; `timeout` is how many milliseconds to wait for an answer. */
  constructor(
    private readonly base: URL,
    private readonly tokens: TokenSource,
    private readonly timeout = TIMEOUT_MS,
  ) {}

  /** The address that everything is sent to. */
  get address(): string {
    return this.base.href;
  }

  /** Get the version. This route needs no token, so it also tells whether the service runs. */
  version(signal?: AbortSignal): Promise<Version> {
    return this.request("GET", "v1/version", undefined, signal);
  }

  clients(signal?: AbortSignal): Promise<Clients> {
    return this.request("GET", "v1/clients", undefined, signal);
  }

  client(id: string, signal?: AbortSignal): Promise<ClientDictionary> {
    return this.request("GET", `v1/clients/${encodeURIComponent(id)}`, undefined, signal);
  }

  addClient(dictionary: NewDictionary, signal?: AbortSignal): Promise<ClientDictionary> {
    return this.request("POST", "v1/clients", json(dictionary), signal);
  }

  changeClient(id: string, dictionary: ChangedDictionary, signal?: AbortSignal): Promise<ClientDictionary> {
    return this.request("PUT", `v1/clients/${encodeURIComponent(id)}`, json(dictionary), signal);
  }

  /** Get the policy that applies to a document of the client; null: no client is chosen. */
  policy(client: string | null, signal?: AbortSignal): Promise<EffectivePolicy> {
    return this.request("POST", "v1/policies/effective", json({ client }), signal);
  }

  /** Ask whether a redaction with these options would be refused. The document is not sent. */
  checkRedaction(options: RedactionCheck, signal?: AbortSignal): Promise<RedactionChecked> {
    return this.request("POST", "v1/redactions/check", json(options), signal);
  }

  analyse(document: Uint8Array, options: AnalysisOptions, signal?: AbortSignal): Promise<Analysis> {
    return this.request("POST", "v1/analyses", form(document, options), signal);
  }

  /** Analyse text that Word read out, where Word does not provide the file. */
  analyseStories(stories: StoryText[], options: AnalysisOptions, signal?: AbortSignal): Promise<Analysis> {
    return this.request("POST", "v1/analyses", json({ ...options, stories }), signal);
  }

  guess(request: GuessRequest, signal?: AbortSignal): Promise<GuessResult> {
    return this.request("POST", "v1/guesses", json(request), signal);
  }

  redact(document: Uint8Array, options: RedactionOptions, signal?: AbortSignal): Promise<Redacted> {
    return this.request("POST", "v1/redactions", form(document, options, COPY_NAME), signal);
  }

  /** Check a document. With the `original` the service also compares the words beside each placeholder. */
  verify(
    document: Uint8Array,
    options: VerificationOptions,
    original: Uint8Array | null,
    signal?: AbortSignal,
  ): Promise<Verified> {
    const sent = form(document, options);
    if (original !== null) sent.set("original", wordFile(original), UPLOAD_NAME);
    return this.request("POST", "v1/verifications", sent, signal);
  }

  /** Leave an encrypted file with the service, where a page in the browser collects it once. */
  addDownload(ciphertext: Uint8Array): Promise<Download> {
    return this.request("POST", "v1/downloads", new Blob([ciphertext as Uint8Array<ArrayBuffer>], { type: BYTES }));
  }

  beginReview(newReview: NewReview, signal?: AbortSignal): Promise<Review> {
    return this.request("POST", "v1/reviews", json(newReview), signal);
  }

  review(id: string, signal?: AbortSignal): Promise<Review> {
    return this.request("GET", `v1/reviews/${encodeURIComponent(id)}`, undefined, signal);
  }

  decide(id: string, moves: DecisionMoves, signal?: AbortSignal): Promise<Review> {
    return this.request("PATCH", `v1/reviews/${encodeURIComponent(id)}/decisions`, json(moves), signal);
  }

  /** `note` says why a review is returned; `source` names the document that is submitted. */
  stepReview(
    id: string,
    step: Exclude<ReviewStep, "approve">,
    body: { version: number; note?: string; source?: string },
    signal?: AbortSignal,
  ): Promise<Review> {
    return this.request("POST", `v1/reviews/${encodeURIComponent(id)}/${step}`, json(body), signal);
  }

  /** Let the caller judge the share of the suggestions that the policy asks for, without seeing the decisions. */
  takeSample(id: string, version: number): Promise<Review> {
    return this.request("POST", `v1/reviews/${encodeURIComponent(id)}/sample`, json({ version }));
  }

  judgeSample(id: string, verdicts: readonly { id: string; goes: boolean }[]): Promise<unknown> {
    return this.request("PATCH", `v1/reviews/${encodeURIComponent(id)}/sample`, json({ verdicts }));
  }

  /** Approve a document. The approval is valid for this document only. */
  approveReview(id: string, document: Uint8Array, options: ApprovalOptions, signal?: AbortSignal): Promise<Review> {
    return this.request(
      "POST",
      `v1/reviews/${encodeURIComponent(id)}/approve`,
      form(document, options, COPY_NAME),
      signal,
    );
  }

  /** Send a request with the token of the person. */
  async request<Answer>(method: string, path: string, body?: Body, signal?: AbortSignal): Promise<Answer> {
    const token = await this.tokens.token();
    const answer = await this.send(method, path, body, signal, token);
    if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer;
    const problem = await apiErrorOf(answer);
    if (problem.status === 401) {
      const newer = await this.tokens.token();
      // The person signed in while this request was under way.
      if (newer !== null && newer !== token) return this.request(method, path, body, signal);
      this.tokens.reject();
    }
    throw problem;
  }

  private async send(
    method: string,
    path: string,
    body: Body | undefined,
    signal: AbortSignal | undefined,
    token: string | null,
  ): Promise<Response> {
    const patience = AbortSignal.timeout(this.timeout);
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
      throw networkError(failure, signal, patience);
    }
  }
}

const json = (content: object): string => JSON.stringify(content);

const wordFile = (bytes: Uint8Array): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: DOCX });

function form(document: Uint8Array, options: object, name = UPLOAD_NAME): FormData {
  const sent = new FormData();
  sent.set("document", wordFile(document), name);
  sent.set("request", JSON.stringify(options));
  return sent;
}

/**
 * Turn a failed fetch into an error with a cause: fetch says only "Failed to fetch". A cancelled request stays as it
 * is.
 */
function networkError(failure: unknown, signal: AbortSignal | undefined, patience: AbortSignal): unknown {
  if (signal?.aborted === true || failure instanceof ApiError) return failure;
  if (patience.aborted) {
    return localError(
      "slow",
      "The service took too long",
      "Nothing was changed. Try again, or use a smaller document.",
    );
  }
  if (!navigator.onLine) {
    return localError(
      "offline",
      "This computer is offline",
      "Nothing was changed. Try again when you are connected.",
    );
  }
  return localError(
    "no_service",
    "The service does not answer",
    "Nothing was changed. The service may be restarting. Try again.",
  );
}
