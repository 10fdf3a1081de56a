/** The token stands in the lock file and in memory, and nowhere else that anybody could look. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@tandem/client";
import { authorizationHeader } from "@tandem/protocol";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Home, type Running } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { tally } from "./tally.js";

/** The processes below one, itself included: what `ps` shows of them is in /proc for everybody. */
function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each)))
    try {
      const line = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has just ended.
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

/** Every file below a folder that holds the token. */
function filesWith(token: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readIfThere(path).includes(token));
}

/** Whoever guesses, in all the ways in which an answer or a log could give the right one away. */
async function knockWrongly(port: number, token: string): Promise<string[]> {
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

/** A module that is loaded before the program: at a signal it throws where nobody catches, with the token in scope. */
const bomb = `import { readdirSync, readFileSync } from "node:fs";
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
  await writeFile(join(home.path, "bomb.mjs"), bomb);
  const server = home.start(["serve", "--json", "--no-open", "--no-kernel", "--log-level", "debug", "--log-bodies"], {
    nodeArgs: ["--import", join(home.path, "bomb.mjs")],
    env: { REPORTS: reports },
  });
  const [line = ""] = await server.printed(/^\{"port".*\n/);
  const { port, lockFile } = JSON.parse(line);
  return { home, server, port, token: JSON.parse(readFileSync(lockFile, "utf8")).authToken, reports };
}

test.runIf(process.platform === "linux")(
  "no log, process list, environment, error, report or crash has the token, nor anything that a user is told to type",
  async () => {
    const { home, server, port, token, reports } = await serveInAHome();
    const refusals = await knockWrongly(port, token);
    expect(refusals.filter((answer) => answer.includes("let in") || answer.includes(token))).toEqual([]);

    // A client does all that the log could tell of, with bodies.
    const client = await connect({ port, authToken: token });
    onTestFinished(() => client.close());
    await client.callRaw("openFile", { filePath: join(home.folder, "a.txt"), startText: "two" });
    await client.callRaw("openFile", { filePath: 1 }).catch(() => {});
    await client.callRaw("noSuchTool", {}).catch(() => {});
    await client.callRaw("getDiagnostics", {}).catch(() => {});
    for (const command of ["status", "page", "help", "reviews", "env"]) server.say(command);
    await eventually(() => expect(server.stderr).toContain("Parsed message"));

    // What the commands beside it print, also where they fail, and what they tell people to type.
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
    const spoken = await Promise.all(
      commands.map(async (args) => {
        const { stdout, stderr } = await home.run(args);
        return `${args.join(" ")}\n${stdout}\n${stderr}`;
      }),
    );
    const pids = family(server.pid);
    const seen = pids.flatMap((pid) => [
      `${pid} ${readIfThere(`/proc/${pid}/cmdline`)}`,
      `${pid} ${readIfThere(`/proc/${pid}/environ`)}`,
    ]);
    expect(seen[0]).toContain("serve");
    const lockOnly = filesWith(token, home.path);
    await client.close();

    // Then it crashes, with a report of its state before and one of the crash.
    server.kill("SIGUSR2");
    const { stderr, stdout, code } = await server.exited;
    expect(stderr).toContain("Nobody catches this");
    expect(code).not.toBe(0);
    for (const report of ["asked.json", "crash.json"]) expect(existsSync(join(reports, report)), report).toBe(true);
    const places = [...spoken, ...seen, stderr, stdout, ...refusals];
    expect(places.filter((text) => text.includes(token)).map((text) => text.slice(0, 200))).toEqual([]);
    expect(lockOnly.map((path) => path.replace(home.path, ""))).toEqual([`/.claude/ide/${port}.lock`]);
    expect(filesWith(token, reports)).toEqual([]);
    tally({
      what: "Places where the token must not stand",
      attempts: places.length + 2,
      refused: places.length + 2,
      crashes: 0,
      lost: 0,
      leaked: 0,
    });
  },
);
