/** What keeps other agents than Claude Code from finding an editor: their settings, and their discovery files. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { agentTitles, isRecord } from "@tandem-ide/base";
import { agentPlaces, foldersInDiscoveryFile, isAlive, type OtherAgent } from "@tandem-ide/base/node";
import { containsCwd, exists, readJson } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** A file through which an agent finds an editor. */
export interface AgentFileFacts {
  readonly path: string;
  /** Whether the folder that was examined is one of the editor's. */
  readonly isHere: boolean;
  readonly isRunning: boolean;
  /** Without the editor's name in `ideInfo`, the agent only connects in terminals that it knows. */
  readonly hasName: boolean;
}

/** An agent that the user has. */
export interface AgentFacts {
  readonly name: OtherAgent;
  /** Its name for people. */
  readonly title: string;
  /** Whether its settings let it connect to editors; for Copilot CLI, whether they let it show reviews. */
  readonly isOn: boolean;
  /** Where it looks for editors. */
  readonly directory: string;
  /** The part of that directory in which Tandem writes nothing, and why. */
  readonly refused?: { readonly path: string; readonly why: "link" | "file" | "other user" | "open" };
  readonly files: readonly AgentFileFacts[];
}

async function whyRefused(path: string, uid: number | undefined): Promise<AgentFacts["refused"]> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  if (found.isSymbolicLink()) return { path, why: "link" };
  if (!found.isDirectory()) return { path, why: "file" };
  if (uid === undefined) return undefined;
  if (found.uid !== uid) return { path, why: "other user" };
  return (found.mode & 0o002) === 0 ? undefined : { path, why: "open" };
}

async function readFiles(directory: string, pattern: RegExp, cwd: string): Promise<AgentFileFacts[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => pattern.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const file = await readJson(path);
      if (file.state !== "read" || !isRecord(file.value)) return [];
      const { ppid, pid, ideInfo, ideName } = file.value;
      const process = [ppid, pid, Number(pattern.exec(name)?.[1])].find((each) => Number.isInteger(each));
      return {
        path,
        isHere: await containsCwd(foldersInDiscoveryFile(file.value), cwd),
        isRunning: typeof process === "number" && isAlive(process),
        hasName: isRecord(ideInfo) || (ppid === undefined && typeof ideName === "string"),
      };
    }),
  );
  return files.flat();
}

async function setting(path: string, ...keys: string[]): Promise<unknown> {
  const file = await readJson(path);
  let value: unknown = file.state === "read" ? file.value : undefined;
  for (const key of keys) value = isRecord(value) ? value[key] : undefined;
  return value;
}

/** Examines the agents that the user has. */
export async function gatherAgents(surroundings: Surroundings, cwd: string): Promise<AgentFacts[]> {
  const places = agentPlaces(surroundings.env, surroundings.home);
  const found = await Promise.all(
    (Object.keys(places) as OtherAgent[]).map(async (name) => {
      const { home, directories, file } = places[name];
      if (!(await exists(home))) return [];
      const isOn =
        name === "copilot"
          ? (await setting(join(home, "config.json"), "ide", "open_diff_on_edit")) !== false
          : (await setting(join(home, "settings.json"), "ide", "enabled")) === true;
      const directory = directories.at(-1) ?? "";
      const refusals = await Promise.all(directories.map((each) => whyRefused(each, surroundings.uid)));
      const refused = refusals.find((each) => each !== undefined);
      return {
        ...{ name, title: agentTitles[name], isOn, directory },
        ...(refused && { refused }),
        files: await readFiles(directory, file, cwd),
      };
    }),
  );
  return found.flat();
}
