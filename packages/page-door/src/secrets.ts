/** Secrets are made, compared and looked up here, so that no comparison of them tells by its time how far it got. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, in letters that need no escaping in a URL, a header or HTML. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Stands for a secret as the key of a map: the time of a look-up then tells of the digest, which helps nobody. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}
