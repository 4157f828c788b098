/** The token that is sent with every request. It is kept in memory only. */

import { ApiError } from "../api/error";
import type { components } from "../api/types";

/** The issuer to sign in with, and the client id of the pane there. */
export type SignInSettings = NonNullable<components["schemas"]["VersionOut"]["sign_in"]> & { client: string };

export interface TokenSource {
  /** The token to send; null where there is none. Never asks the person to sign in. */
  token(): Promise<string | null>;
  /** Forget the token, because the service rejected it. */
  reject(): void;
}

/** An account of a person at an issuer. */
export interface Account {
  /** A token, renewed where the last one has expired; null where the person has to sign in again. */
  token(): Promise<string | null>;
}

/** Open an account; ask the person only where that is necessary. */
export type OpenAccount = (settings: SignInSettings) => Promise<Account>;

/** Signs in with a typed token or with an account. */
export class SignIn implements TokenSource {
  private settings: SignInSettings | null = null;
  private typed: string | null = null;
  private account: Account | null = null;

  constructor(private readonly open: OpenAccount) {}

  /** Set how the service lets people sign in; null means with the start-up token. */
  configure(settings: SignInSettings | null): void {
    this.settings = settings;
  }

  get method(): "token" | "account" {
    return this.settings === null ? "token" : "account";
  }

  async token(): Promise<string | null> {
    return this.typed ?? (await this.account?.token()) ?? null;
  }

  reject(): void {
    this.typed = null;
  }

  /** Forget the token and the account. */
  signOut(): void {
    this.typed = null;
    this.account = null;
  }

  /** Sign in with a typed token, or with an account of the organisation. */
  async signIn(typed: string | null): Promise<void> {
    this.typed = typed?.trim() ?? null;
    if (typed !== null) return;
    if (this.settings === null) {
      throw new ApiError("not_signed_in", "You are not signed in", "Enter the token that the service printed.");
    }
    this.account = await this.open(this.settings);
  }
}
