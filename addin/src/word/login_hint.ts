/** The person who is signed in to Word, as a hint for signing in to the service. */

/** Return the hint; null where this version of Word gives none, as outside nested app authentication. */
export async function loginHint(): Promise<string | null> {
  try {
    const { loginHint: hint } = await Office.auth.getAuthContext();
    return hint === "" ? null : hint;
  } catch {
    return null;
  }
}
