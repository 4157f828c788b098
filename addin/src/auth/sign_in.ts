/** Where the token comes from that is sent with every request. It is held in memory alone. */

import { ApiError } from "../api/error";
import type { components } from "../api/types";

/** With whom people sign in, and as what the pane asks for them. */
export type SignInSettings = NonNullable<components["schemas"]["VersionOut"]["sign_in"]> & { client: string };

export interface TokenSource {
  /** The token to send; null where there is none. Asks nobody: signing in is a step of its own. */
  token(): Promise<string | null>;
  /** The service takes the token no more. */
  reject(): void;
}

/** Somebody who has an account with an issuer. */
export interface Account {
  /** A token, fetched anew where the last one has expired; null where the person has to be asked. */
  token(): Promise<string | null>;
}

/** Opens an account: asks the person where nothing else helps. */
export type OpenAccount = (settings: SignInSettings) => Promise<Account>;

/** A token that was typed, or an account. */
export class SignIn implements TokenSource {
  private settings: SignInSettings | null = null;
  private typed: string | null = null;
  private account: Account | null = null;

  constructor(private readonly open: OpenAccount) {}

  /** What the service says of signing in; null: with a token that people are told. */
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

  /** Sign in with a token that was typed, or with the account of the house. */
  async signIn(typed: string | null): Promise<void> {
    this.typed = typed?.trim() ?? null;
    if (typed !== null) return;
    if (this.settings === null) {
      throw new ApiError("not_signed_in", "You are not signed in", "Enter the token that the service printed.");
    }
    this.account = await this.open(this.settings);
  }
}
