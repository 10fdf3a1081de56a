/**
 * Language servers that a workspace brings, or that run what lies there, start only when the user has said so for its
 * folder: where the editor asks, which is remembered in the state directory, or in the settings. Nothing that lies in a
 * workspace can say yes for itself.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { type Environment, messageOf, systemErrorCode } from "@tandem/base";
import { isInside, stateFile } from "@tandem/base/node";
import { explainIssues } from "@tandem/protocol";
import * as z from "zod/mini";

const rememberedSchema = z.object({ folders: z.array(z.string()) });

/** Where the folders are remembered for which the user said yes. */
function rememberedFile(env: Environment): string {
  return stateFile(env, "trusted-folders.json");
}

async function readRemembered(env: Environment): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(rememberedFile(env), "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw error;
  }
  const parsed = z.safeParse(rememberedSchema, JSON.parse(text));
  if (!parsed.success) throw new Error(explainIssues(parsed.error.issues, "the file"));
  return parsed.data.folders;
}

/** A program that only runs when the user says so: one of the workspace, or one that obeys what lies there. */
export interface WorkspaceQuestion {
  readonly folder: string;
  /** Below the folder where it can be. */
  readonly program: string;
  /** The ids of the languages that it would serve. */
  readonly languages: readonly string[];
  /** What of the folder it would run, for a program of the user's own. */
  readonly obeys?: string;
}

/** Options of {@link TrustedFolders.read}. */
export interface TrustOptions {
  readonly env: Environment;
  /** The workspace folders as they are now. */
  readonly folders: () => readonly string[];
  /** From the settings. */
  readonly allowed: readonly string[];
  /** The languages of a program of the workspace; undefined for one that is no language server. */
  readonly languagesOf: (program: string) => readonly string[] | undefined;
  readonly warn: (message: string) => void;
}

/**
 * The folders whose own language servers the user lets run. It has the shape of a workbench's `WorkspacePrograms`.
 *
 * @example
 * const { languageTools, workspacePrograms } = await createLazyLanguageServers({ folders, settings });
 * const [question] = workspacePrograms.questions;
 * if (question) await workspacePrograms.answer(question.folder, await askTheUser(question));
 * languageTools.lookAgain();
 */
export class TrustedFolders {
  readonly #options: TrustOptions;
  readonly #trusted: Set<string>;
  /** By folder and program, what was asked for and refused. */
  readonly #questions = new Map<string, WorkspaceQuestion>();
  readonly #postponed = new Set<string>();
  readonly #listeners = new Set<() => void>();

  private constructor(options: TrustOptions, remembered: readonly string[]) {
    this.#options = options;
    this.#trusted = new Set([...options.allowed, ...remembered]);
  }

  /** Reads what is remembered. A file that cannot be read trusts nobody, and is said. */
  static async read(options: TrustOptions): Promise<TrustedFolders> {
    try {
      return new TrustedFolders(options, await readRemembered(options.env));
    } catch (error) {
      options.warn(`${rememberedFile(options.env)} cannot be read, so no folder is trusted: ${messageOf(error)}`);
      return new TrustedFolders(options, []);
    }
  }

  /** What waits for the user's word. */
  get questions(): readonly WorkspaceQuestion[] {
    return [...this.#questions.values()].filter(({ folder }) => !this.#postponed.has(folder));
  }

  /** Calls back after each change of {@link questions}; the function that is returned ends it. */
  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** May this program, or what a server runs for this folder, be run? What is refused becomes a question. */
  mayRun(path: string): boolean {
    const folders = this.#options.folders().filter((folder) => this.#concerns(path, folder));
    if (folders.some((folder) => this.#trusted.has(folder))) return true;
    const languages = this.#options.languagesOf(path);
    if (languages)
      for (const folder of folders)
        this.ask({ folder, program: isInside(folder, path) ? relative(folder, path) : path, languages });
    return false;
  }

  /** A program waits for trust in a folder. */
  ask(question: WorkspaceQuestion): void {
    const key = `${question.folder}\n${question.program}`;
    if (this.#questions.has(key)) return;
    this.#questions.set(key, question);
    this.#tell();
  }

  /** The user's word about a workspace folder; yes is for always, no for now. */
  async answer(folder: string, isTrusted: boolean): Promise<void> {
    if (!this.#options.folders().includes(folder)) throw new Error(`${folder} is not a folder of this workspace`);
    if (isTrusted) await this.#remember(folder);
    else this.#postponed.add(folder);
    this.#tell();
  }

  /** The `node_modules` of a bigger repository, of which the workspace folder is a part, is the workspace's own too. */
  #concerns(path: string, folder: string): boolean {
    const [owner] = path.split(`${sep}node_modules${sep}`);
    // With a separator at its end, for it may be the root.
    return isInside(folder, path) || (owner !== undefined && owner !== path && isInside(owner + sep, folder));
  }

  /** Read anew, for another Tandem may have added to it. */
  async #remember(folder: string): Promise<void> {
    const file = rememberedFile(this.#options.env);
    const known = await readRemembered(this.#options.env).catch(() => []);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ folders: [...new Set([...known, folder])] }, null, 2)}\n`;
    // In one step, so that nobody reads a half of it.
    const next = `${file}.${process.pid}`;
    try {
      await writeFile(next, text, { mode: 0o600 });
      await rename(next, file);
    } catch (error) {
      await rm(next, { force: true }).catch(() => {}); // A full disk leaves a part of it, or an empty file.
      throw error;
    }
    this.#trusted.add(folder);
    for (const [key, question] of this.#questions) if (question.folder === folder) this.#questions.delete(key);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
