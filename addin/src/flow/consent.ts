/** Whether the person agreed that the document goes to the service. The agreement is for one address. */

const AGREED = "unsaid.service";

/* eslint no-restricted-globals: off -- the address of the service is nothing of a document, and no token */

/** Tell whether the person on this machine agreed to send documents to this address. */
export function hasAgreed(address: string): boolean {
  try {
    return localStorage.getItem(AGREED) === address;
  } catch {
    return false; // an embedded page may have no access to its storage; then each pane asks
  }
}

/** Remember that the person agreed. */
export function rememberAgreement(address: string): void {
  try {
    localStorage.setItem(AGREED, address);
  } catch {
    // Then the next pane asks again, which does no harm.
  }
}

/** Forget it, so that the next pane asks again. */
export function forgetAgreement(): void {
  try {
    localStorage.removeItem(AGREED);
  } catch {
    // Nothing was remembered.
  }
}
