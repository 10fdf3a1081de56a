/** Takes out of a text what nobody else should see. */
import type { Environment } from "@tandem/protocol";

/** Whose traces are taken out. */
export interface Private {
  readonly home: string;
  readonly userName: string;
  readonly env: Environment;
}

/** Names of variables whose values are secrets. */
const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE/i;
/** Shorter values occur in any text. */
const shortestSecret = 6;
/** A user of this name would tear words apart; such a name gives nobody away either. */
const shortestName = 3;
const commonNames = new Set(["root", "user", "node", "admin", "ubuntu", "vscode", "claude", "tandem"]);

/** Tokens of locks are of this form. They are not in the facts; should one get there, it does not get out. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** `user:password@` in an address. */
const credentials = /\b([a-z][\w+.-]*:\/\/)[^/@\s"]+@/gi;

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A function that redacts texts for one user. */
export function redactor({ home, userName, env }: Private): (text: string) => string {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    secretName.test(name) && value !== undefined && value.length >= shortestSecret ? [value] : [],
  );
  const isTelling = userName.length >= shortestName && !commonNames.has(userName.toLowerCase());
  // A part of a name is another name.
  const name = isTelling ? new RegExp(`(?<![\\w-])${literally(userName)}(?![\\w-])`, "g") : undefined;
  return (text) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, "<secret>");
    clean = clean.replace(uuid, "<uuid>").replace(credentials, "$1<credentials>@");
    if (home.length > 1) clean = clean.replaceAll(home, "~");
    return name ? clean.replace(name, "<user>") : clean;
  };
}

/** The same value with every text in it redacted, keys too. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]));
}
