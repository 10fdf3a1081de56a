/**
 * What is kept from clients (PRV-01): a built-in list, the host's rules, each folder's `.tandemignore`, what the editor
 * itself withholds, and the pause switch. It sits in the server, so every editor has it.
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isInside } from "@tandem/base/node";
import ignore, { type Ignore } from "ignore";
import { costlyRules, isTooDeep } from "../files/costly-rules.js";
import { maxPathLength } from "../workspace.js";
import { type Fault, privacyFileName, readPrivacyFile } from "./privacy-file.js";
import { builtInRules, secretDirectories } from "./privacy-rules.js";

/** Why something is kept back. */
export interface Withheld {
  /** What a client is told. */
  readonly message: string;
  /** Who decided: the pause switch, the built-in list, the host's settings, the editor, or a folder's file (its path). */
  readonly source: "pause" | "built-in" | "settings" | "editor" | (string & {});
  /** The rule that matched, where one did. */
  readonly rule?: string;
}

const byRules = "Withheld by privacy rules";
/** What a client is told while sharing is paused. */
export const sharingIsPaused = "Sharing is paused";
const paused: Withheld = { message: sharingIsPaused, source: "pause" };

/** What is known of an entry of a directory without looking at it. */
export interface DirectoryEntry {
  readonly name: string;
  readonly isLink: boolean;
  /** Also for a link to one. */
  readonly isFolder: boolean;
}

/** The rules of one folder: built-in ones, the host's, those of its file; a later one may take an earlier one back. */
interface FolderRules {
  /** Of which state of the file these are. */
  readonly key: string;
  readonly rules: Rules | Fault;
  /** The lines of its file. */
  readonly fileRules: readonly string[];
}

/** A folder with its rules as they are at a moment. */
export interface RuledFolder {
  readonly folder: string;
  readonly rules: FolderRules;
  /** Why all of it is kept back, where it lies among secrets. */
  readonly secret: Withheld | undefined;
}

/** What is said of the first of these rules that would take too long; undefined where none would. */
function faultIn(rules: readonly string[]): string | undefined {
  const [costly] = costlyRules(rules);
  return costly && `${costly.slice(0, 200)} (would take too long, so everything is withheld)`;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** How much of paths rules remember, in characters. */
const maxRemembered = 1_000_000;

/** Rules that forget: the library remembers every path that it was ever asked about, and clients may name any. */
class Rules {
  readonly #sources: readonly (readonly string[] | string)[];
  #compiled: Ignore | undefined;
  #remembered = 0;

  constructor(...sources: (readonly string[] | string)[]) {
    this.#sources = sources;
  }

  test(path: string): ReturnType<Ignore["test"]> {
    // Judging takes the square of the number of parts, and more where rules have `**`.
    if (path.length > maxPathLength || isTooDeep(path)) return { ignored: true, unignored: false };
    this.#remembered += path.length;
    if (!this.#compiled || this.#remembered > maxRemembered) {
      // Case does not matter: on some systems `.ENV` and `.env` are one file.
      this.#compiled = ignore({ ignorecase: true, allowRelativePaths: true });
      for (const each of this.#sources) this.#compiled.add(each);
      this.#remembered = path.length;
    }
    return this.#compiled.test(path);
  }
}

/** The path as the rules see it: relative to its root, `/` between parts, accents as in the rules (macOS decomposes them). */
function forRules(path: string): string {
  const slashes = (sep === "/" ? path : path.replaceAll(sep, "/")).normalize("NFC");
  return slashes.replace(/^([A-Za-z]:)?\/+/, "");
}

export interface PrivacyOptions {
  readonly folders: () => readonly string[];
  readonly hostRules: readonly string[];
  readonly isPaused: boolean;
  /** What the editor itself withholds, by facts that no path tells. */
  readonly isWithheldByEditor?: (path: string) => boolean;
  /** False while the editor withholds nothing. Default: true where it has a word. */
  readonly asksEditor?: () => boolean;
}

export class Privacy {
  readonly #folders: () => readonly string[];
  readonly #isWithheldByEditor: (path: string) => boolean;
  readonly #asksEditor: () => boolean;
  readonly #cache = new Map<string, FolderRules>();
  #hostRules: readonly string[] = [];
  /** Why everything is kept back, where the host has a rule that would take too long. */
  #costly: Withheld | undefined;
  /** The host's alone: what they withhold no folder's file can take back. */
  #byHost = new Rules();
  /** For files outside of every folder. */
  #outside = new Rules();
  /** For folders that lie among secrets themselves. */
  readonly #secrets = new Rules(secretDirectories);
  /** While true nothing is shared. */
  isPaused: boolean;

  constructor(options: PrivacyOptions) {
    this.#folders = options.folders;
    this.#isWithheldByEditor = options.isWithheldByEditor ?? (() => false);
    this.#asksEditor = options.asksEditor ?? (() => options.isWithheldByEditor !== undefined);
    this.isPaused = options.isPaused;
    this.setHostRules(options.hostRules);
  }

  setHostRules(given: readonly string[]): void {
    // One with line ends in it would be a name that no file has.
    const rules = given.flatMap((each) => each.normalize("NFC").split(/\r\n?|\n/));
    const rule = faultIn(rules);
    this.#costly = rule === undefined ? undefined : { message: byRules, source: "settings", rule };
    this.#hostRules = rules;
    this.#byHost = new Rules(rules);
    this.#outside = new Rules(builtInRules, rules);
    this.#cache.clear();
  }

  /** Why this file is kept back now, or undefined. */
  verdict(path: string): Withheld | undefined {
    return this.isPaused ? paused : this.judge(path);
  }

  /**
   * The rules alone, whether paused or not. A link is judged by its own name and by what it points to, a folder also by
   * rules that are only for folders (`build/`).
   */
  judge(path: string): Withheld | undefined {
    const isFolder = isDirectory(path);
    return this.judgeName(path, undefined, isFolder) ?? this.#judgeTarget(path, realPath(path), undefined, isFolder);
  }

  /**
   * {@link judge} for the entries of one directory, by name: rules are read and links above resolved once for all.
   */
  judgeEntries(directory: string, entries: Iterable<DirectoryEntry>): Map<string, Withheld> {
    const folders = [...this.#currentRules()];
    const realDirectory = realPath(directory);
    const found = new Map<string, Withheld>();
    for (const { name, isLink, isFolder } of entries) {
      const path = join(directory, name);
      const real = isLink ? realPath(path) : realDirectory && join(realDirectory, name);
      const withheld = this.judgeName(path, folders, isFolder) ?? this.#judgeTarget(path, real, folders, isFolder);
      if (withheld) found.set(name, withheld);
    }
    return found;
  }

  /** Of what is not there (`real` is undefined) there is nothing to give away beyond the name. */
  #judgeTarget(
    path: string,
    real: string | undefined,
    folders?: readonly RuledFolder[],
    isFolder?: boolean,
  ): Withheld | undefined {
    return real === undefined || real === path ? undefined : this.judgeName(real, folders, isFolder);
  }

  get hostRules(): readonly string[] {
    return this.#hostRules;
  }

  /** True where the editor has a word in each case. */
  get asksEditor(): boolean {
    return this.#asksEditor();
  }

  /** The rules of each folder now: the same objects as long as they are the same. */
  rulesNow(): readonly RuledFolder[] {
    return [...this.#currentRules()];
  }

  /** The rules of a moment on a path alone: links are the caller's to resolve, by {@link judge}. */
  judgeName(
    path: string,
    folders: Iterable<RuledFolder> = this.#currentRules(),
    isFolder = false,
  ): Withheld | undefined {
    if (this.#costly) return this.#costly;
    if (this.#withheldByEditor(path)) return { message: byRules, source: "editor" };
    let isInFolder = false;
    const composed = path.normalize("NFC");
    for (const each of folders) {
      const folder = each.folder.normalize("NFC");
      if (!isInside(folder, composed)) continue;
      isInFolder = true;
      const found = this.#judgeIn(each, forRules(relative(folder, composed)), isFolder);
      if (found) return found;
    }
    return isInFolder ? undefined : this.#find(this.#outside, forRules(path));
  }

  /** An editor that cannot tell has not said that the file may be shared. */
  #withheldByEditor(path: string): boolean {
    try {
      return this.#isWithheldByEditor(path);
    } catch {
      return true;
    }
  }

  #judgeIn(
    { folder, rules: { rules, fileRules }, secret }: RuledFolder,
    path: string,
    isFolder: boolean,
  ): Withheld | undefined {
    const file = join(folder, privacyFileName);
    // Rules that are there but cannot be read must not turn into no rules.
    if ("fault" in rules) return { message: byRules, source: file, rule: rules.fault };
    const asked = isFolder && path !== "" ? `${path}/` : path;
    const byHost = this.#hostRules.length > 0 ? this.#find(this.#byHost, asked) : undefined;
    const found = secret ?? byHost ?? this.#find(rules, asked);
    return found && fileRules.some((line) => line.trim() === found.rule) ? { ...found, source: file } : found;
  }

  #find(rules: Rules, path: string): Withheld | undefined {
    if (path === "") return undefined;
    const { ignored, rule } = rules.test(path);
    if (!ignored) return undefined;
    const source = rule && this.#hostRules.includes(rule.pattern) ? "settings" : "built-in";
    return { message: byRules, source, ...(rule && { rule: rule.pattern }) };
  }

  *#currentRules(): Iterable<RuledFolder> {
    for (const folder of this.#folders())
      yield { folder, rules: this.#rulesOf(folder), secret: this.#find(this.#secrets, forRules(folder)) };
  }

  #rulesOf(folder: string): FolderRules {
    const file = join(folder, privacyFileName);
    let key = "none";
    try {
      const found = lstatSync(file, { throwIfNoEntry: false });
      // A link to what is not there, as on a drive that is away, is rules that cannot be read.
      if (found) {
        const { mtimeMs, size, ino } = found.isSymbolicLink() ? statSync(file) : found;
        key = `${mtimeMs} ${size} ${ino}`;
      }
    } catch {
      key = "unreadable";
    }
    const cached = this.#cache.get(folder);
    if (cached?.key === key) return cached;
    const fresh = this.#readRules(file, key);
    this.#cache.set(folder, fresh);
    return fresh;
  }

  #readRules(file: string, key: string): FolderRules {
    if (key === "none") return { key, rules: this.#outside, fileRules: [] };
    const text = readPrivacyFile(file);
    if (typeof text !== "string") return { key, rules: text, fileRules: [] };
    const fileRules = text.split(/\r?\n/);
    const fault = faultIn(fileRules);
    if (fault !== undefined) return { key, rules: { fault }, fileRules: [] };
    return { key, rules: new Rules(builtInRules, this.#hostRules, text), fileRules };
  }
}
