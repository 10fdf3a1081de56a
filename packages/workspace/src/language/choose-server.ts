/** Which server serves a file: the first of the table that fits it and is there. */
import { type Clock, isRecord } from "@tandem/base";
import type { WorkspaceQuestion } from "../permission/trusted-folders.js";
import {
  type FoundProgram,
  findServerProgram,
  type RunPlace,
  runPlaceOf,
  type SearchPlace,
} from "./find-server-program.js";
import { extensionOf } from "./language-ids.js";
import type { ServerDefinition } from "./servers-table.js";

/** A server that can be started, and what it is to be told. */
export interface Choice {
  readonly definition: ServerDefinition;
  readonly found: FoundProgram;
  readonly initializationOptions: unknown;
  /** Where it runs, for a root of its own. */
  readonly runPlace: (root: string) => Promise<RunPlace>;
}

/** No server for a file, though some would fit. */
export interface NoChoice {
  readonly language: string;
  readonly why: string;
  /** One is installed, and starts when the user trusts the folder. */
  readonly needsTrust: boolean;
}

/** After this long, in ms, a program that was not there is looked for again: it may have been installed. */
const lookAgainMs = 10_000;

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
  /** The choices that found nothing, and what calls off that they are forgotten later. */
  readonly #missing = new Map<string, () => void>();

  constructor(options: ChooserOptions) {
    this.#options = options;
  }

  /** Undefined for a file that no server of the table is for. A choice stays; where there was none it is made again later. */
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
        clock.after(lookAgainMs, () => this.#forget(key)),
      );
    };
    choosing.then((choice) => "why" in choice && forget(), forget);
    return choosing;
  }

  /** Looks again at once for what was not there. */
  forgetMissing(): void {
    for (const [key, callOff] of [...this.#missing]) {
      callOff();
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
    const place: SearchPlace = { folder, folders, env, mayRunFromWorkspace: mayRun };
    const refused: string[] = [];
    const questions: WorkspaceQuestion[] = [];
    for (const definition of fitting) {
      const { id, languages, program, initializationOptions, optionsFor } = definition;
      const found = await findServerProgram(program, place);
      if (!found) {
        refused.push(`${program.command} was not found`);
        continue;
      }
      const isTrusted = mayRun(folder);
      const obeys = isTrusted ? undefined : whatItObeys(definition, found);
      if (obeys !== undefined) {
        questions.push({ folder, program: found.path, languages, obeys });
        refused.push(`${id} was not started: it obeys files of this folder (${obeys})`);
        continue;
      }
      const special = optionsFor?.({ path: found.path, folder, isTrusted, initializationOptions }) ?? {};
      if ("notUsable" in special) {
        questions.push({ folder, program: found.path, languages, obeys: String(special.notUsable) });
        refused.push(`${id} was not started: ${String(special.notUsable)}`);
      } else {
        const options = merged(special, initializationOptions);
        return { definition, found, initializationOptions: options, runPlace: (root) => runPlaceOf(place, root) };
      }
    }
    for (const question of questions) onTrustNeeded?.(question);
    const needsTrust = questions.length > 0;
    return { language, why: refused.join("; ") + (needsTrust ? `. ${howToTrust}` : ""), needsTrust };
  }
}

const howToTrust =
  "Trust the folder to start it: the workbench's page asks, and allowWorkspacePrograms in Tandem's settings does it for every editor";

/** What of an untrusted folder a server would run; undefined for one that can start all the same. */
function whatItObeys(
  { workspaceCode }: ServerDefinition,
  { isShim, isFromWorkspace }: FoundProgram,
): string | undefined {
  if (isFromWorkspace) return "it is one of them";
  if (isShim) return "a version manager starts it, in the version that the folder names";
  return workspaceCode.startsBeforeTrust ? undefined : workspaceCode.obeys;
}

/** The user's options go over those that the table works out. */
function merged(special: object, own: unknown): unknown {
  if (own === undefined) return Object.keys(special).length > 0 ? special : undefined;
  return isRecord(own) ? { ...special, ...own } : own;
}
