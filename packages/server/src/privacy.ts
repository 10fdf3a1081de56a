/**
 * What is kept from clients (PRV-01): a built-in list, the host's rules, each folder's `.tandemignore`, and the pause
 * switch. It sits in the server, so every editor has it.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { systemErrorCode } from "./errors.js";

/** Where a folder's own rules are. */
export const privacyFileName = ".tandemignore";

/** Places that hold secrets by custom, in the form of .gitignore. A later rule may take one back with `!`. */
export const builtInRules: readonly string[] = [
  ".env*",
  ".git/",
  ".obsidian/",
  // Other editors' tokens, for a workspace that contains the config directory.
  "**/ide/*.lock",
  ".ssh/",
  ".gnupg/",
  ".aws/",
  ".azure/",
  ".kube/",
  ".docker/config.json",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".htpasswd",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.gpg",
  "*.asc",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
];

/** The reason why a file is kept back, or undefined when it may be shared. */
export type PrivacyVerdict = string | undefined;

const paused = "Sharing is paused";
const withheld = "Withheld by privacy rules";

interface FolderRules {
  readonly key: string;
  readonly rules: Ignore | "unreadable";
}

function relativeInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside;
}

export class Privacy {
  readonly #hostRules: readonly string[];
  readonly #folders: () => readonly string[];
  readonly #cache = new Map<string, FolderRules>();
  readonly #outside: Ignore;
  /** While true nothing is shared. */
  isPaused: boolean;

  constructor(folders: () => readonly string[], hostRules: readonly string[], isPaused: boolean) {
    this.#folders = folders;
    this.#hostRules = hostRules;
    this.isPaused = isPaused;
    this.#outside = this.#compile("");
  }

  /** Why this file is kept back, or undefined. A link is judged by its own name and by what it points to. */
  verdict(path: string): PrivacyVerdict {
    if (this.isPaused) return paused;
    return this.isWithheld(path) ? withheld : undefined;
  }

  /** The rules alone, whether paused or not; for lists and for writes. */
  isWithheld(path: string): boolean {
    if (this.#matches(path)) return true;
    let real: string;
    try {
      real = realpathSync(path);
    } catch {
      return false; // Not there: nothing to give away beyond the name, which was judged.
    }
    return real !== path && this.#matches(real);
  }

  /**
   * The rules of this moment for many paths: they are read once instead of once a path. Links are the caller's to
   * resolve.
   */
  snapshot(): (path: string) => boolean {
    const pinned = new Map(this.#folders().map((folder) => [folder, this.#rulesOf(folder)]));
    return (path) => this.#matches(path, pinned);
  }

  #matches(path: string, pinned?: ReadonlyMap<string, Ignore | "unreadable">): boolean {
    let isInside = false;
    for (const folder of this.#folders()) {
      const inside = relativeInside(folder, path);
      if (inside === undefined) continue;
      isInside = true;
      const rules = pinned?.get(folder) ?? this.#rulesOf(folder);
      // Rules that are there but cannot be read must not turn into no rules.
      if (rules === "unreadable" || rules.ignores(toPattern(inside))) return true;
    }
    if (isInside) return false;
    const fromRoot = toPattern(path).replace(/^([A-Za-z]:)?\/+/, "");
    return fromRoot !== "" && this.#outside.ignores(fromRoot);
  }

  #rulesOf(folder: string): Ignore | "unreadable" {
    const file = join(folder, privacyFileName);
    let key = "none";
    try {
      const { mtimeMs, size, ino } = statSync(file);
      key = `${mtimeMs} ${size} ${ino}`;
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") return "unreadable";
    }
    const cached = this.#cache.get(folder);
    if (cached?.key === key) return cached.rules;
    let rules: Ignore | "unreadable";
    try {
      rules = this.#compile(key === "none" ? "" : readFileSync(file, "utf8"));
    } catch {
      rules = "unreadable";
    }
    this.#cache.set(folder, { key, rules });
    return rules;
  }

  #compile(fileRules: string): Ignore {
    // Case does not matter: on some systems `.ENV` and `.env` are one file.
    return ignore({ ignorecase: true, allowRelativePaths: true })
      .add([...builtInRules])
      .add([...this.#hostRules])
      .add(fileRules);
  }
}

function toPattern(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
