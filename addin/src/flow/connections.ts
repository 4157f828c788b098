/** What the flow talks to: the service, Word, and the session of the person. */

import type { Api } from "../api";
import type { Action, Session } from "../state/session";
import type { WordDocument } from "../word/document";

export interface Connections {
  readonly api: Api;
  readonly word: WordDocument;
  readonly session: () => Session;
  readonly dispatch: (action: Action) => void;
}
