/**
 * Language servers that come with a workspace, or that run its code, start only when the user trusts the folder: by
 * answering the editor's question, which is stored in the state directory, or in the settings. Nothing in a workspace can
 * grant this trust itself.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { type Environment, messageOf, systemErrorCode } from "@tandem-ide/base";
import { isInside, stateFile } from "@tandem-ide/base/node";
import { explainIssues } from "@tandem-ide/protocol";
import * as z from "zod/mini";

const rememberedSchema = z.object({ folders: z.array(z.string()) });

/** The file that stores the folders the user trusts. */
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

/** A program that needs the user's trust, because it comes with the workspace or runs code from there. */
export interface WorkspaceQuestion {
  readonly folder: string;
  /** Relative to the folder if possible. */
  readonly program: string;
  /** The ids of the languages it would serve. */
  readonly languages: readonly string[];
  /** The code of the folder that an installed program would run. */
  readonly obeys?: string;
}

/** Options of {@link TrustedFolders.read}. */
export interface TrustOptions {
  readonly env: Environment;
  /** Returns the current workspace folders. */
  readonly folders: () => readonly string[];
  /** The trusted folders from the settings. */
  readonly allowed: readonly string[];
  /** Returns the languages of a program in the workspace, or undefined when it isn't a language server. */
  readonly languagesOf: (program: string) => readonly string[] | undefined;
  readonly warn: (message: string) => void;
}

/**
 * The folders whose language servers the user allows to run. Matches the workbench's `WorkspacePrograms`.
 *
 * @example
 * const { languageTools, workspacePrograms } = await createLazyLanguageServers({ folders, settings });
 * const [question] = workspacePrograms.questions;
 * if (question) await workspacePrograms.answer(question.folder, await askTheUser(question));
 * languageTools.rescan();
 */
export class TrustedFolders {
  readonly #options: TrustOptions;
  readonly #trusted: Set<string>;
  /** The denied programs, by folder and program. */
  readonly #questions = new Map<string, WorkspaceQuestion>();
  readonly #postponed = new Set<string>();
  readonly #listeners = new Set<() => void>();

  private constructor(options: TrustOptions, remembered: readonly string[]) {
    this.#options = options;
    this.#trusted = new Set([...options.allowed, ...remembered]);
  }

  /** Reads the stored folders. When the file can't be read, warns and trusts no folder. */
  static async read(options: TrustOptions): Promise<TrustedFolders> {
    try {
      return new TrustedFolders(options, await readRemembered(options.env));
    } catch (error) {
      options.warn(`Can't read ${rememberedFile(options.env)}, so no folder is trusted: ${messageOf(error)}`);
      return new TrustedFolders(options, []);
    }
  }

  /** The questions that the user hasn't answered. */
  get questions(): readonly WorkspaceQuestion[] {
    return [...this.#questions.values()].filter(({ folder }) => !this.#postponed.has(folder));
  }

  /** Calls the listener after each change of {@link questions}. Returns a function that removes it. */
  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns whether a program, or code of a folder, may run. If not, adds a question. */
  mayRun(path: string): boolean {
    const folders = this.#options.folders().filter((folder) => this.#concerns(path, folder));
    if (folders.some((folder) => this.#trusted.has(folder))) return true;
    const languages = this.#options.languagesOf(path);
    if (languages)
      for (const folder of folders)
        this.ask({ folder, program: isInside(folder, path) ? relative(folder, path) : path, languages });
    return false;
  }

  /** Adds a question about a program that needs trust in a folder. */
  ask(question: WorkspaceQuestion): void {
    const key = `${question.folder}\n${question.program}`;
    if (this.#questions.has(key)) return;
    this.#questions.set(key, question);
    this.#notify();
  }

  /** Stores the user's answer about a workspace folder. Yes is permanent, no lasts until the process ends. */
  async answer(folder: string, isTrusted: boolean): Promise<void> {
    if (!this.#options.folders().includes(folder)) throw new Error(`${folder} isn't a workspace folder`);
    if (isTrusted) await this.#remember(folder);
    else this.#postponed.add(folder);
    this.#notify();
  }

  /** Includes the `node_modules` of a larger repository around the workspace folder. */
  #concerns(path: string, folder: string): boolean {
    const [owner] = path.split(`${sep}node_modules${sep}`);
    // Adds a trailing separator, because the owner may be the root directory.
    return isInside(folder, path) || (owner !== undefined && owner !== path && isInside(owner + sep, folder));
  }

  /** Reads the file again first, because another process may have added folders to it. */
  async #remember(folder: string): Promise<void> {
    const file = rememberedFile(this.#options.env);
    const known = await readRemembered(this.#options.env).catch(() => []);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify({ folders: [...new Set([...known, folder])] }, null, 2)}\n`;
    // The file is renamed into place, so that nobody reads a partial one.
    const next = `${file}.${process.pid}`;
    try {
      await writeFile(next, text, { mode: 0o600 });
      await rename(next, file);
    } catch (error) {
      await rm(next, { force: true }).catch(() => {}); // A full disk leaves a partial or empty file.
      throw error;
    }
    this.#trusted.add(folder);
    for (const [key, question] of this.#questions) if (question.folder === folder) this.#questions.delete(key);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
