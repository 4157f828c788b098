/** Errors of requests, in a form that the pane can show. */

import type { Unmet } from "./schemas";
import type { components } from "./types";

type Problem = components["schemas"]["Problem"];

/** Codes that the pane sets itself, where the service gave no answer. */
export type LocalCode = "offline" | "slow" | "no_service";

/** A request that failed. `code` is stable; `detail` says what to do and never quotes the document. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly status = 0,
    /** Seconds after which a new attempt makes sense; null where the service did not say. */
    readonly retryAfter: number | null = null,
    /** The id of this request in the service's log. */
    readonly requestId: string | null = null,
    /** The requirements that the redacted document does not meet, where that is the reason. */
    readonly unmet: readonly Unmet[] = [],
  ) {
    super(`${title}: ${detail}`);
  }

  /** Whether the same request may succeed later. */
  get passes(): boolean {
    return this.retryAfter !== null || ["offline", "slow", "no_service"].includes(this.code);
  }
}

export const localError = (code: LocalCode, title: string, detail: string): ApiError =>
  new ApiError(code, title, detail);

/** Read the error from an answer. A proxy may have answered in another format. */
export async function apiErrorOf(answer: Response): Promise<ApiError> {
  const problem = await read(answer);
  const retryAfter = seconds(answer.headers.get("Retry-After"));
  if (problem === null) {
    const detail = "A proxy between Word and the service answered instead of the service. Try again in a moment.";
    return new ApiError("no_service", "The service does not answer", detail, answer.status, retryAfter);
  }
  return new ApiError(
    problem.code,
    problem.title,
    problem.detail,
    answer.status,
    retryAfter,
    problem.request_id,
    problem.unmet,
  );
}

async function read(answer: Response): Promise<Problem | null> {
  if (answer.headers.get("Content-Type")?.startsWith("application/problem+json") !== true) return null;
  try {
    return (await answer.json()) as Problem;
  } catch {
    return null;
  }
}

/** Parse Retry-After, which holds seconds or a date. */
function seconds(header: string | null): number | null {
  if (header === null) return null;
  const found = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(found) ? Math.max(0, Math.ceil(found)) : null;
}
