/** Takes out of a text what nobody else should see. */
import { basename } from "node:path";
import { type Environment, escapeRegExp } from "@tandem/base";

/** Whose traces are taken out. */
export interface Private {
  readonly home: string;
  /** The home directory with symbolic links resolved, as working directories are told. */
  readonly realHome?: string;
  readonly userName: string;
  readonly env: Environment;
}

/** Names of variables whose values are secrets. */
const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE/i;
/** Shorter values occur in any text. */
const shortestSecret = 6;
/** A shorter name occurs in any text, and is taken out only where it is a whole part of a path. */
const shortestName = 3;
/** Such a name gives nobody away, and occurs in any text too. */
const commonNames = new Set(["root", "user", "node", "admin", "ubuntu", "vscode", "claude", "tandem"]);

/** Tokens of locks are of this form. They are not in the facts; should one get there, it does not get out. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** `user:password@` in an address. The password may hold `/` and `@`: rather too much is taken out than too little. */
const credentials = /\b([a-z][\w+.-]*:\/\/)[^\s"]+@/gi;

/** The user by every name that is known: under sudo the terminal's user is another one than the process's. */
function namesOf({ home, realHome = home, userName, env }: Private): string[] {
  const named = [userName, env.USER, env.LOGNAME, env.USERNAME, env.SUDO_USER, basename(home), basename(realHome)];
  return [...new Set(named)].filter((name) => name !== undefined).filter((name) => name !== "" && !isCommon(name));
}

const isCommon = (name: string) => commonNames.has(name.toLowerCase());

/** Finds a name. A part of a name is another name. */
function nameFinder(name: string): RegExp {
  const before = name.length < shortestName ? "(?<=[/\\\\])" : "(?<![\\w-])";
  return new RegExp(`${before}${escapeRegExp(name)}(?![\\w-])`, "gi");
}

/** A function that redacts texts for one user. */
export function redactor(one: Private): (text: string) => string {
  const secrets = Object.entries(one.env)
    .flatMap(([name, value]) =>
      secretName.test(name) && value !== undefined && value.length >= shortestSecret ? [value] : [],
    )
    // One may begin with another.
    .sort((a, b) => b.length - a.length);
  const names = namesOf(one).map(nameFinder);
  const homes = [one.home, one.realHome ?? one.home]
    .filter((path) => path.length > 1)
    // `/home/ada` does not begin `/home/adam`.
    .map((path) => new RegExp(`${escapeRegExp(path)}(?![\\w-]|\\.\\w)`, "g"));
  return (text) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, "<secret>");
    clean = clean.replace(uuid, "<uuid>").replace(credentials, "$1<credentials>@");
    for (const home of homes) clean = clean.replace(home, "~");
    for (const name of names) clean = clean.replace(name, "<user>");
    return clean;
  };
}

/** The same value with every text in it redacted, keys too. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]));
}
