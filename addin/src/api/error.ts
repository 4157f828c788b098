/** What went wrong with a request, in a form that a person can be told of. */

import type { Unmet } from "./schemas";
import type { components } from "./types";

type Problem = components["schemas"]["Problem"];

/** Codes of our own, for what no answer of the service says. */
export type LocalCode = "offline" | "slow" | "no_service";

/** A request that was not served; `code` is stable, `detail` says what to do and holds no word of a document. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly status = 0,
    /** Seconds after which it is worth to ask again; null where nobody has said. */
    readonly retryAfter: number | null = null,
    /** What the log of the service calls this request. */
    readonly requestId: string | null = null,
    /** What does not hold on the redacted document, where it was refused for that. */
    readonly unmet: readonly Unmet[] = [],
  ) {
    super(`${title}: ${detail}`);
  }

  /** Whether the same request may be served later. */
  get passes(): boolean {
    return this.retryAfter !== null || ["offline", "slow", "no_service"].includes(this.code);
  }
}

export const localError = (code: LocalCode, title: string, detail: string): ApiError =>
  new ApiError(code, title, detail);

/** The problem that an answer tells; a proxy on the way has other words for it. */
export async function apiErrorOf(answer: Response): Promise<ApiError> {
  const told = await read(answer);
  const retryAfter = seconds(answer.headers.get("Retry-After"));
  if (told === null) {
    const detail = "A proxy between Word and the service answered instead of the service. Try again in a moment.";
    return new ApiError("no_service", "The service does not answer", detail, answer.status, retryAfter);
  }
  return new ApiError(told.code, told.title, told.detail, answer.status, retryAfter, told.request_id, told.unmet);
}

async function read(answer: Response): Promise<Problem | null> {
  if (answer.headers.get("Content-Type")?.startsWith("application/problem+json") !== true) return null;
  try {
    return (await answer.json()) as Problem;
  } catch {
    return null;
  }
}

/** Retry-After holds seconds or a date. */
function seconds(told: string | null): number | null {
  if (told === null) return null;
  const found = /^\d+$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000;
  return Number.isFinite(found) ? Math.max(0, Math.ceil(found)) : null;
}
