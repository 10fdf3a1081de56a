/** The token is only in the lock file and in memory, and nowhere else that can be read. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { authorizationHeader } from "@tandem-ide/protocol";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Home, type Running } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { tally } from "./tally.js";

/** A process and its descendants. What `ps` shows of them is readable by all users in /proc. */
function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each)))
    try {
      const line = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has just exited.
    }
  const found = [root];
  for (const pid of found) found.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return found;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Every file below a folder that contains the token. */
function filesWith(token: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readIfThere(path).includes(token));
}

/** Tries wrong tokens in every way in which a response or a log could reveal the right one. */
async function tryWrongTokens(port: number, token: string): Promise<string[]> {
  const wrong = [undefined, "", "guess", token.slice(0, -1), `${token}x`, token.toUpperCase(), "x".repeat(10_000)];
  const answers: string[] = [];
  for (const value of wrong) {
    const headers = value === undefined ? {} : { [authorizationHeader]: value };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?token=${value === undefined ? "" : "x"}`, ["mcp"], {
      headers,
    });
    answers.push(
      await new Promise((resolve) => {
        socket.on("open", () => resolve("let in"));
        socket.on("error", (error) => resolve(String(error)));
        socket.on("unexpected-response", (_request, response) => {
          let text = `${response.statusCode}`;
          response.on("data", (part) => {
            text += part;
          });
          response.on("end", () => resolve(text));
        });
      }),
    );
    socket.terminate();
  }
  return answers;
}

/** A module that is loaded before the program. On a signal it throws an uncaught error with the token in scope. */
const crashModule = `import { readdirSync, readFileSync } from "node:fs";
process.on("SIGUSR2", () => {
  process.report.directory = process.env.REPORTS;
  process.report.writeReport("asked.json");
  const directory = process.env.HOME + "/.claude/ide/";
  const token = JSON.parse(readFileSync(directory + readdirSync(directory)[0], "utf8")).authToken;
  const error = new Error("Nobody catches this");
  process.report.writeReport("crash.json", error);
  throw token === "" ? undefined : error;
});
`;

async function serveInAHome(): Promise<{ home: Home; server: Running; port: number; token: string; reports: string }> {
  const home = await Home.make();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const reports = join(home.path, "reports");
  mkdirSync(reports);
  await writeFile(join(home.path, "bomb.mjs"), crashModule);
  const server = home.start(["serve", "--json", "--no-open", "--no-kernel", "--log-level", "debug", "--log-bodies"], {
    nodeArgs: ["--import", join(home.path, "bomb.mjs")],
    env: { REPORTS: reports },
  });
  const [line = ""] = await server.printed(/^\{"port".*\n/);
  const { port, lockFile } = JSON.parse(line);
  return { home, server, port, token: JSON.parse(readFileSync(lockFile, "utf8")).authToken, reports };
}

test.runIf(process.platform === "linux")(
  "no log, process list, environment, error, report, crash or suggested command contains the token",
  async () => {
    const { home, server, port, token, reports } = await serveInAHome();
    const refusals = await tryWrongTokens(port, token);
    expect(refusals.filter((answer) => answer.includes("let in") || answer.includes(token))).toEqual([]);

    // A client does everything that the log could contain, with bodies.
    const client = await connect({ port, authToken: token });
    onTestFinished(() => client.close());
    await client.callRaw("openFile", { filePath: join(home.folder, "a.txt"), startText: "two" });
    await client.callRaw("openFile", { filePath: 1 }).catch(() => {});
    await client.callRaw("noSuchTool", {}).catch(() => {});
    await client.callRaw("getDiagnostics", {}).catch(() => {});
    for (const command of ["status", "page", "help", "reviews", "env"]) server.say(command);
    await eventually(() => expect(server.stderr).toContain("Parsed message"));

    // The output of the other commands, including errors and suggested commands.
    const commands = [
      ["ls", "--json"],
      ["ls"],
      ["env"],
      ["doctor"],
      ["call", "getWorkspaceFolders"],
      ["call", "noSuchTool"],
      ["call", "openFile", "{"],
      ["claude", "--version"],
    ];
    const outputs = await Promise.all(
      commands.map(async (args) => {
        const { stdout, stderr } = await home.run(args);
        return `${args.join(" ")}\n${stdout}\n${stderr}`;
      }),
    );
    const pids = processTree(server.pid);
    const seen = pids.flatMap((pid) => [
      `${pid} ${readIfThere(`/proc/${pid}/cmdline`)}`,
      `${pid} ${readIfThere(`/proc/${pid}/environ`)}`,
    ]);
    expect(seen[0]).toContain("serve");
    const lockOnly = filesWith(token, home.path);
    await client.close();

    // Then it crashes, with one report before the crash and one about it.
    server.kill("SIGUSR2");
    const { stderr, stdout, code } = await server.exited;
    expect(stderr).toContain("Nobody catches this");
    expect(code).not.toBe(0);
    for (const report of ["asked.json", "crash.json"]) expect(existsSync(join(reports, report)), report).toBe(true);
    const places = [...outputs, ...seen, stderr, stdout, ...refusals];
    expect(places.filter((text) => text.includes(token)).map((text) => text.slice(0, 200))).toEqual([]);
    expect(lockOnly.map((path) => path.replace(home.path, ""))).toEqual([`/.claude/ide/${port}.lock`]);
    expect(filesWith(token, reports)).toEqual([]);
    tally({
      what: "Places where the token must not appear",
      attempts: places.length + 2,
      refused: places.length + 2,
      crashes: 0,
      lost: 0,
      leaked: 0,
    });
  },
);
