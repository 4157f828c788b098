/** Encrypts a file with its name for one trip to the browser, and decrypts it there. */

const IV_BYTES = 12;
const LENGTH_BYTES = 2;
const VERSION = new TextEncoder().encode("unsaid file 1");

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The ciphertext, and the key as it stands in an address. */
export interface SealedFile {
  readonly key: string;
  readonly ciphertext: Uint8Array;
}

/** Encrypt a file (AES-256-GCM) with a new key that is used once. The name is encrypted too. */
export async function seal({ name, bytes }: NamedFile): Promise<SealedFile> {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const written = new TextEncoder().encode(name);
  const plain = new Uint8Array(LENGTH_BYTES + written.length + bytes.length);
  new DataView(plain.buffer).setUint16(0, written.length);
  plain.set(written, LENGTH_BYTES);
  plain.set(bytes, LENGTH_BYTES + written.length);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(options(iv), key, plain));
  const ciphertext = new Uint8Array(IV_BYTES + sealed.length);
  ciphertext.set(iv);
  ciphertext.set(sealed, IV_BYTES);
  const { k } = await crypto.subtle.exportKey("jwk", key); // base64 for addresses
  if (k === undefined) throw new Error("a key of AES has a value");
  return { key: k, ciphertext };
}

/** Decrypt a file. It fails where the key is another one, or the ciphertext was changed. */
export async function unseal({ key, ciphertext }: SealedFile): Promise<NamedFile> {
  const usable = await crypto.subtle.importKey("jwk", { kty: "oct", k: key }, "AES-GCM", false, ["decrypt"]);
  const iv = ciphertext.slice(0, IV_BYTES);
  const plain = new Uint8Array(await crypto.subtle.decrypt(options(iv), usable, ciphertext.slice(IV_BYTES)));
  const end = LENGTH_BYTES + new DataView(plain.buffer).getUint16(0);
  return { name: new TextDecoder().decode(plain.subarray(LENGTH_BYTES, end)), bytes: plain.subarray(end) };
}

const options = (iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({ name: "AES-GCM", iv, additionalData: VERSION });
