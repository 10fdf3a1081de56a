/** Creates, compares and looks up secrets without leaking them through timing. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Returns 256 random bits, in characters that need no escaping in a URL, a header or HTML. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the key for a secret in a map, so that lookup times reveal nothing about the secret. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares in constant time, for any lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}
