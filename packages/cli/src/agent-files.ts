/** The files through which agents other than Claude Code find editors. */
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { agentPlaces, foldersInDiscoveryFile, isAlive, isInside, type OtherAgent } from "@tandem-ide/base/node";
import type { Context } from "./context.js";

/** A running editor that an agent finds. */
export interface AgentFile {
  readonly agent: OtherAgent;
  readonly file: string;
  /** Undefined for Copilot CLI, which uses a socket. */
  readonly port?: number;
  readonly folders: readonly string[];
}

/** Returns the running editors that each agent finds. */
export function agentFiles({ env }: Pick<Context, "env">): AgentFile[] {
  const places = agentPlaces(env, env.HOME || homedir());
  return (Object.keys(places) as OtherAgent[]).flatMap((agent) => {
    const { directories, file: pattern } = places[agent];
    const directory = directories.at(-1) ?? "";
    return namesIn(directory)
      .filter((name) => pattern.test(name))
      .flatMap((name) => {
        const file = join(directory, name);
        const content = read(file);
        const { ppid, pid, port } = content ?? {};
        const writer = [ppid, pid, Number(pattern.exec(name)?.[1])].find((each) => Number.isInteger(each));
        if (!content || typeof writer !== "number" || !isAlive(writer)) return [];
        return [{ agent, file, ...(typeof port === "number" && { port }), folders: foldersInDiscoveryFile(content) }];
      });
  });
}

/** Returns those with a folder that contains `directory`, which is a real path. */
export function agentFilesFor(directory: string, context: Pick<Context, "env">): AgentFile[] {
  return agentFiles(context).filter(({ folders }) => folders.some((folder) => isInside(folder, directory)));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // Nothing has been written there.
  }
}

function read(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(content) ? content : undefined;
  } catch {
    return undefined; // Damaged, or just removed.
  }
}
