/** Holds the session and notifies listeners. */

import { reduce } from "./reducer";
import { START, type Action, type Session } from "./session";

/** Called after every action, also one that changed nothing: the controller reacts to actions. */
export type Listener = (session: Session, action: Action, before: Session) => void;

export interface Store {
  readonly session: Session;
  dispatch(action: Action): void;
  subscribe(listener: Listener): () => void;
}

/** Create a store. It handles actions one after the other, also those that a listener dispatches. */
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
