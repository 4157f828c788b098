/** The files that belong to a clean copy. */

import type { CertificateForm } from "../state/session";
import type { CleanCopy } from "./context";

/** The name and the content of a file, as the command line names them; null is the clean copy itself. */
export function fileOf(made: CleanCopy, form: CertificateForm | null): [name: string, bytes: Uint8Array] {
  switch (form) {
    case null:
      return [made.name, made.bytes];
    case "page":
      return [`${made.name}.certificate.docx`, made.certificatePage];
    case "json":
      return [`${made.name}.certificate.json`, toJson(made.certificate)];
    case "report":
      return [`${made.name}.private-report.json`, toJson(made.report)];
  }
}

function toJson(content: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`);
}
