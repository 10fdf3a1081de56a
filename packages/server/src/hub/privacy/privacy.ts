/**
 * Hides files from clients (PRV-01) by built-in rules, the host's rules, each folder's `.tandemignore`, the editor and the pause
 * switch.
 */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import ignore, { type Ignore } from "ignore";
import { costlyRules, isTooDeep } from "../files/costly-rules.js";
import { maxPathLength } from "../workspace.js";
import { builtInRules, secretDirectories } from "./built-in-rules.js";
import { type Fault, privacyFileName, readPrivacyFile } from "./rules-file.js";

/** Why a file is hidden. */
export interface HiddenReason {
  /** The message for clients. */
  readonly message: string;
  /** What hides it: the pause switch, the built-in rules, the host's settings, the editor, or a rules file (its path). */
  readonly source: "pause" | "built-in" | "settings" | "editor" | (string & {});
  /** The matching rule, if any. */
  readonly rule?: string;
}

const byRules = "Hidden by privacy rules";
/** The message for clients while sharing is paused. */
export const sharingIsPaused = "Sharing is paused";
const paused: HiddenReason = { message: sharingIsPaused, source: "pause" };

/** An entry of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly isLink: boolean;
  /** Also true for a link to a folder. */
  readonly isFolder: boolean;
}

/** The rules of one folder: the built-in ones, the host's, and those in its file. Later ones override earlier ones. */
interface FolderRules {
  /** Identifies the state of the file. */
  readonly key: string;
  readonly rules: Rules | Fault;
  /** The lines of its file. */
  readonly fileRules: readonly string[];
}

/** A folder with its current rules. */
export interface RuledFolder {
  readonly folder: string;
  readonly rules: FolderRules;
  /** Why all of it is hidden, if it is inside a secret directory. */
  readonly secret: HiddenReason | undefined;
}

/** Returns a message if one of the rules would take too long. */
function faultIn(rules: readonly string[]): string | undefined {
  const [costly] = costlyRules(rules);
  return costly && `${costly.slice(0, 200)} (would take too long, so everything is hidden)`;
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

/** Limit on cached paths, in characters. */
const maxCachedChars = 1_000_000;

/** Rules with a bounded cache. The library caches every path it has tested, and clients can send any. */
class Rules {
  readonly #sources: readonly (readonly string[] | string)[];
  #compiled: Ignore | undefined;
  #cachedChars = 0;

  constructor(...sources: (readonly string[] | string)[]) {
    this.#sources = sources;
  }

  test(path: string): ReturnType<Ignore["test"]> {
    // Testing takes quadratic time in the number of parts, and more with `**`.
    if (path.length > maxPathLength || isTooDeep(path)) return { ignored: true, unignored: false };
    this.#cachedChars += path.length;
    if (!this.#compiled || this.#cachedChars > maxCachedChars) {
      // Ignore case, because on some systems `.ENV` and `.env` are one file.
      this.#compiled = ignore({ ignorecase: true, allowRelativePaths: true });
      for (const each of this.#sources) this.#compiled.add(each);
      this.#cachedChars = path.length;
    }
    return this.#compiled.test(path);
  }
}

/** Converts a path for the rules: relative to its root, separated by `/`, in NFC (macOS uses NFD). */
function forRules(path: string): string {
  const slashes = (sep === "/" ? path : path.replaceAll(sep, "/")).normalize("NFC");
  return slashes.replace(/^([A-Za-z]:)?\/+/, "");
}

export interface PrivacyOptions {
  readonly folders: () => readonly string[];
  readonly hostRules: readonly string[];
  readonly isPaused: boolean;
  /** Files that the editor hides for reasons other than their path. */
  readonly isHiddenByEditor?: (path: string) => boolean;
  /** False while the editor hides nothing. Default: true if `isHiddenByEditor` is set. */
  readonly asksEditor?: () => boolean;
}

export class Privacy {
  readonly #folders: () => readonly string[];
  readonly #isHiddenByEditor: (path: string) => boolean;
  readonly #asksEditor: () => boolean;
  readonly #cache = new Map<string, FolderRules>();
  #hostRules: readonly string[] = [];
  /** Why everything is hidden, if a host's rule would take too long. */
  #costly: HiddenReason | undefined;
  /** The host's rules, which no folder's file can override. */
  #byHost = new Rules();
  /** For files outside all folders. */
  #outside = new Rules();
  /** For folders inside secret directories. */
  readonly #secrets = new Rules(secretDirectories);
  /** While true, nothing is shared. */
  isPaused: boolean;

  constructor(options: PrivacyOptions) {
    this.#folders = options.folders;
    this.#isHiddenByEditor = options.isHiddenByEditor ?? (() => false);
    this.#asksEditor = options.asksEditor ?? (() => options.isHiddenByEditor !== undefined);
    this.isPaused = options.isPaused;
    this.setHostRules(options.hostRules);
  }

  setHostRules(given: readonly string[]): void {
    // Split rules that contain line breaks.
    const rules = given.flatMap((each) => each.normalize("NFC").split(/\r\n?|\n/));
    const rule = faultIn(rules);
    this.#costly = rule === undefined ? undefined : { message: byRules, source: "settings", rule };
    this.#hostRules = rules;
    this.#byHost = new Rules(rules);
    this.#outside = new Rules(builtInRules, rules);
    this.#cache.clear();
  }

  /** Returns why the file is hidden now, including a pause, or undefined. */
  check(path: string): HiddenReason | undefined {
    return this.isPaused ? paused : this.checkRules(path);
  }

  /**
   * Like {@link check}, but ignores a pause. For a link it checks the name and the target, and for a folder also rules that only
   * match folders (`build/`).
   */
  checkRules(path: string): HiddenReason | undefined {
    const isFolder = isDirectory(path);
    return this.checkName(path, undefined, isFolder) ?? this.#checkTarget(path, realPath(path), undefined, isFolder);
  }

  /** Like {@link checkRules} for the entries of one directory, by name. Rules and parent links are resolved only once. */
  checkEntries(directory: string, entries: Iterable<DirectoryEntry>): Map<string, HiddenReason> {
    const folders = [...this.#currentRules()];
    const realDirectory = realPath(directory);
    const found = new Map<string, HiddenReason>();
    for (const { name, isLink, isFolder } of entries) {
      const path = join(directory, name);
      const real = isLink ? realPath(path) : realDirectory && join(realDirectory, name);
      const hidden = this.checkName(path, folders, isFolder) ?? this.#checkTarget(path, real, folders, isFolder);
      if (hidden) found.set(name, hidden);
    }
    return found;
  }

  /** Checks the target of a link. A missing file (`real` is undefined) reveals only its name. */
  #checkTarget(
    path: string,
    real: string | undefined,
    folders?: readonly RuledFolder[],
    isFolder?: boolean,
  ): HiddenReason | undefined {
    return real === undefined || real === path ? undefined : this.checkName(real, folders, isFolder);
  }

  get hostRules(): readonly string[] {
    return this.#hostRules;
  }

  /** True if the editor must be asked about each file. */
  get asksEditor(): boolean {
    return this.#asksEditor();
  }

  /** Returns the current rules of each folder. Unchanged rules are the same objects. */
  rulesNow(): readonly RuledFolder[] {
    return [...this.#currentRules()];
  }

  /** Checks a path without resolving links. {@link checkRules} resolves them. */
  checkName(
    path: string,
    folders: Iterable<RuledFolder> = this.#currentRules(),
    isFolder = false,
  ): HiddenReason | undefined {
    if (this.#costly) return this.#costly;
    if (this.#hiddenByEditor(path)) return { message: byRules, source: "editor" };
    let isInFolder = false;
    const composed = path.normalize("NFC");
    for (const each of folders) {
      const folder = each.folder.normalize("NFC");
      if (!isInside(folder, composed)) continue;
      isInFolder = true;
      const found = this.#checkIn(each, forRules(relative(folder, composed)), isFolder);
      if (found) return found;
    }
    return isInFolder ? undefined : this.#find(this.#outside, forRules(path));
  }

  /** If the editor fails, the file is hidden. */
  #hiddenByEditor(path: string): boolean {
    try {
      return this.#isHiddenByEditor(path);
    } catch {
      return true;
    }
  }

  #checkIn(
    { folder, rules: { rules, fileRules }, secret }: RuledFolder,
    path: string,
    isFolder: boolean,
  ): HiddenReason | undefined {
    const file = join(folder, privacyFileName);
    // Unreadable rules must hide everything.
    if ("fault" in rules) return { message: byRules, source: file, rule: rules.fault };
    const rulePath = isFolder && path !== "" ? `${path}/` : path;
    const byHost = this.#hostRules.length > 0 ? this.#find(this.#byHost, rulePath) : undefined;
    const found = secret ?? byHost ?? this.#find(rules, rulePath);
    return found && fileRules.some((line) => line.trim() === found.rule) ? { ...found, source: file } : found;
  }

  #find(rules: Rules, path: string): HiddenReason | undefined {
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
      // A broken link, for example to a disconnected drive, counts as unreadable.
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
