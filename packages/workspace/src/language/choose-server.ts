/** Chooses the server for a file: the first one in the table that supports the file and is installed. */
import { type Clock, isRecord } from "@tandem-ide/base";
import type { WorkspaceQuestion } from "../permission/trusted-folders.js";
import {
  type FoundProgram,
  findServerProgram,
  type ProgramSearch,
  type SpawnContext,
  spawnContextFor,
} from "./find-server-program.js";
import { extensionOf } from "./language-ids.js";
import type { ServerDefinition } from "./servers-table.js";

/** A server that can be started, with its options. */
export interface Choice {
  readonly definition: ServerDefinition;
  readonly found: FoundProgram;
  readonly initializationOptions: unknown;
  /** Returns the working directory and environment for a root. */
  readonly spawnContext: (root: string) => Promise<SpawnContext>;
}

/** Servers for a file exist, but none can be started. */
export interface NoChoice {
  readonly language: string;
  readonly why: string;
  /** True when an installed server would start if the user trusted the folder. */
  readonly needsTrust: boolean;
}

/** A missing program is searched for again after this time, in ms, because it may have been installed. */
const searchAgainMs = 10_000;

export function serves(definition: ServerDefinition, path: string, languageId: string | undefined): boolean {
  return (
    definition.extensions.includes(extensionOf(path)) ||
    (languageId !== undefined && definition.languages.includes(languageId))
  );
}

export interface ChooserOptions {
  readonly definitions: readonly ServerDefinition[];
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly mayRun: (path: string) => boolean;
  readonly onTrustNeeded?: ((question: WorkspaceQuestion) => void) | undefined;
}

export class Chooser {
  readonly #options: ChooserOptions;
  readonly #choices = new Map<string, Promise<Choice | NoChoice>>();
  /** Choices without a server. Each value cancels the timer that forgets the choice. */
  readonly #missing = new Map<string, () => void>();

  constructor(options: ChooserOptions) {
    this.#options = options;
  }

  /** Returns undefined when no server in the table supports the file. Caches servers; repeats a failed search later. */
  async choose(
    path: string,
    languageId: string | undefined,
    folder: string,
    folders: readonly string[],
  ): Promise<Choice | NoChoice | undefined> {
    const fitting = this.#options.definitions.filter((definition) => serves(definition, path, languageId));
    const [first] = fitting;
    if (!first) return undefined;
    const key = [folder, ...fitting.map(({ id }) => id)].join("\n");
    const known = this.#choices.get(key);
    if (known) return known;
    const language = first.languages[0] ?? first.id;
    const choosing = this.#choose(fitting, language, folder, folders);
    this.#choices.set(key, choosing);
    const { clock } = this.#options;
    const forget = () => {
      if (this.#choices.get(key) !== choosing) return;
      this.#missing.set(
        key,
        clock.after(searchAgainMs, () => this.#forget(key)),
      );
    };
    choosing.then((choice) => "why" in choice && forget(), forget);
    return choosing;
  }

  /** Forgets failed searches, so that the next call searches again. */
  forgetMissing(): void {
    for (const [key, cancel] of [...this.#missing]) {
      cancel();
      this.#forget(key);
    }
  }

  close(): void {
    this.forgetMissing();
    this.#choices.clear();
  }

  #forget(key: string): void {
    this.#missing.delete(key);
    this.#choices.delete(key);
  }

  async #choose(
    fitting: readonly ServerDefinition[],
    language: string,
    folder: string,
    folders: readonly string[],
  ): Promise<Choice | NoChoice> {
    const { env, mayRun, onTrustNeeded } = this.#options;
    const search: ProgramSearch = { folder, folders, env, mayRunFromWorkspace: mayRun };
    const refused: string[] = [];
    const questions: WorkspaceQuestion[] = [];
    for (const definition of fitting) {
      const { id, languages, program, initializationOptions, optionsFor } = definition;
      const found = await findServerProgram(program, search);
      if (!found) {
        refused.push(`${program.command} wasn't found`);
        continue;
      }
      const isTrusted = mayRun(folder);
      const obeys = isTrusted ? undefined : workspaceCodeRunBy(definition, found);
      if (obeys !== undefined) {
        questions.push({ folder, program: found.path, languages, obeys });
        refused.push(`${id} wasn't started because it can run code from this folder (${obeys})`);
        continue;
      }
      const special = optionsFor?.({ path: found.path, folder, isTrusted, initializationOptions }) ?? {};
      if ("notUsable" in special) {
        questions.push({ folder, program: found.path, languages, obeys: String(special.notUsable) });
        refused.push(`${id} wasn't started because ${String(special.notUsable)}`);
      } else {
        const options = merged(special, initializationOptions);
        const spawnContext = (root: string) => spawnContextFor(search, root);
        return { definition, found, initializationOptions: options, spawnContext };
      }
    }
    for (const question of questions) onTrustNeeded?.(question);
    const needsTrust = questions.length > 0;
    return { language, why: refused.join("; ") + (needsTrust ? `. ${howToTrust}` : ""), needsTrust };
  }
}

const howToTrust =
  "Trust the folder in the workbench to start it, or add it to allowWorkspacePrograms in Tandem's settings";

/** Describes the code of an untrusted folder that a server would run. Undefined when it may start without trust. */
function workspaceCodeRunBy(
  { workspaceCode }: ServerDefinition,
  { isShim, isFromWorkspace }: FoundProgram,
): string | undefined {
  if (isFromWorkspace) return "the server itself is in the folder";
  if (isShim) return "a version manager starts whichever version the folder specifies";
  return workspaceCode.startsBeforeTrust ? undefined : workspaceCode.obeys;
}

/** Merges the options. The user's take precedence over the computed ones. */
function merged(special: object, own: unknown): unknown {
  if (own === undefined) return Object.keys(special).length > 0 ? special : undefined;
  return isRecord(own) ? { ...special, ...own } : own;
}
