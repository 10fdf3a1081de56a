/** Removes secrets and personal names from text. */
import { basename } from "node:path";
import { type Environment, escapeRegExp } from "@tandem-ide/base";

/** The user whose personal data is removed. */
export interface Private {
  readonly home: string;
  /** The home directory with symbolic links resolved, as working directories are reported. */
  readonly realHome?: string;
  readonly userName: string;
  readonly env: Environment;
}

/** Names of variables whose values are secrets. */
const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE/i;
/** Shorter values can occur in any text. */
const shortestSecret = 6;
/** A shorter name can occur in any text, so it is only removed where it is a whole part of a path. */
const shortestName = 3;
/** Names that identify nobody and can occur in any text. */
const commonNames = new Set(["root", "user", "node", "admin", "ubuntu", "vscode", "claude", "tandem"]);

/** Matches lock tokens. The facts don't contain any; this is a second safeguard. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Matches `user:password@` in a URL. The password may contain `/` and `@`, so this removes too much rather than too little. */
const credentials = /\b([a-z][\w+.-]*:\/\/)[^\s"]+@/gi;

/** Returns every known name of the user. Under sudo, the terminal's user differs from the process's. */
function namesOf({ home, realHome = home, userName, env }: Private): string[] {
  const named = [userName, env.USER, env.LOGNAME, env.USERNAME, env.SUDO_USER, basename(home), basename(realHome)];
  return [...new Set(named)].filter((name) => name !== undefined).filter((name) => name !== "" && !isCommon(name));
}

const isCommon = (name: string) => commonNames.has(name.toLowerCase());

/** Matches a name, but not as part of a longer one. */
function nameFinder(name: string): RegExp {
  const before = name.length < shortestName ? "(?<=[/\\\\])" : "(?<![\\w-])";
  return new RegExp(`${before}${escapeRegExp(name)}(?![\\w-])`, "gi");
}

/** Returns a function that redacts text for one user. */
export function redactor(user: Private): (text: string) => string {
  const secrets = Object.entries(user.env)
    .flatMap(([name, value]) =>
      secretName.test(name) && value !== undefined && value.length >= shortestSecret ? [value] : [],
    )
    // Longest first, because one secret may start with another.
    .sort((a, b) => b.length - a.length);
  const names = namesOf(user).map(nameFinder);
  const homes = [user.home, user.realHome ?? user.home]
    .filter((path) => path.length > 1)
    // `/home/ada` must not match `/home/adam`.
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

/** Redacts every string in a value, including keys. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]));
}
