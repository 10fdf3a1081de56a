/**
 * A program that runs as an ordinary user and writes locks. `umasks <directory>` does so under every possible umask;
 * `start` creates an endpoint for each line of JSON on its input and prints the result; an empty line closes the last one.
 */
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createEndpoint, type Endpoint } from "@tandem-ide/server";
import { lockDirectories, OwnLock, prepareLockDirectory } from "@tandem-ide/server/claude-code";

const mode = (path: string) => statSync(path).mode & 0o777;

/** The result of each umask, as `umask directory-mode file-mode`. */
function writeUnderEveryUmask(base: string, port: number, authToken: string): void {
  for (let umask = 0; umask <= 0o777; umask++) {
    process.umask(0o022);
    const home = join(base, umask.toString(8).padStart(3, "0"));
    // Others may enter this one, so only the lock directory's mode protects the locks.
    mkdirSync(home);
    process.umask(umask);
    const directories = lockDirectories(home, {}, home);
    const lock = new OwnLock(directories, port, authToken);
    let outcome: string;
    try {
      prepareLockDirectory(directories.primary);
      const { pid } = process;
      const runningInWindows = false;
      lock.write({ pid, workspaceFolders: [], ideName: "E", transport: "ws", runningInWindows, authToken, port });
      const isReadable = readFileSync(lock.path, "utf8").includes(authToken);
      outcome = `${mode(directories.primary).toString(8)} ${mode(lock.path).toString(8)} ${isReadable}`;
      lock.remove();
    } catch (error) {
      outcome = String(error);
    }
    console.log(outcome);
  }
}

async function startOnRequest(): Promise<void> {
  let endpoint: Endpoint | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    await endpoint?.close();
    endpoint = undefined;
    if (line === "") {
      console.log("{}");
      continue;
    }
    const { configDir, port, authToken } = JSON.parse(line);
    const editor = { name: "E", workspaceFolders: [], subscribe: () => () => {} };
    try {
      endpoint = await createEndpoint(editor, { configDir, port, authToken, env: {}, home: configDir });
      console.log(JSON.stringify({ lockFile: endpoint.lockFile }));
    } catch (error) {
      console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  }
  await endpoint?.close();
}

const [what, base = "", port, authToken = ""] = process.argv.slice(2);
if (what === "umasks") writeUnderEveryUmask(base, Number(port), authToken);
else await startOnRequest();
