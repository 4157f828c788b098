/** Where the session is kept, and who is told when it changes. */

import { reduce } from "./reducer";
import { START, type Action, type Session } from "./session";

/** Told after every action, whether it changed the session or not: the flow reacts to what people do. */
export type Listener = (session: Session, action: Action, before: Session) => void;

export interface Store {
  readonly session: Session;
  dispatch(action: Action): void;
  subscribe(listener: Listener): () => void;
}

/** A store that tells its listeners one action after the other, also when a listener dispatches the next. */
export function createStore(start: Session = START): Store {
  const listeners = new Set<Listener>();
  const waiting: Action[] = [];
  let session = start;
  let telling = false;

  function work(): void {
    telling = true;
    try {
      for (let action = waiting.shift(); action; action = waiting.shift()) {
        const before = session;
        session = reduce(before, action);
        for (const listener of [...listeners]) listener(session, action, before);
      }
    } finally {
      telling = false;
    }
  }

  return {
    get session() {
      return session;
    },
    dispatch(action) {
      waiting.push(action);
      if (!telling) work();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
