/** The service, Word and the session, which every task uses. */

import type { Api } from "../api";
import type { Action, Session } from "../state/session";
import type { WordDocument } from "../word/document";

export interface Connections {
  readonly api: Api;
  readonly word: WordDocument;
  readonly session: () => Session;
  readonly dispatch: (action: Action) => void;
}
