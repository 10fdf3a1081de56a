/** A temporary home directory for setting up faults with real files, sockets and editors. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Endpoint, type EndpointOptions } from "@tandem-ide/server";
import type { Finding } from "../diagnoses/finding.js";
import { type Examination, examine } from "../examine.js";
import { type Surroundings, thisComputer } from "../facts/surroundings.js";

/** A process ID above every system's limit, so no process has it. */
export const deadPid = 2 ** 30;

/** A fake Claude Code that prints its version and its permission modes. */
export function claudeScript(version: string, askingMode = "manual"): string {
  return `#!/bin/sh
case $1 in
  --version) echo '${version} (Claude Code)' ;;
  --help) echo '  --permission-mode <mode>  Mode (choices: "acceptEdits", "${askingMode}", "plan")' ;;
esac
`;
}

export class Fixture implements AsyncDisposable {
  /** A real path. */
  readonly home: string;
  readonly folder: string;
  readonly #closings: (() => unknown)[] = [];

  private constructor(home: string) {
    this.home = home;
    this.folder = join(home, "project");
  }

  /** Contains only the newest tested version of Claude Code. */
  static async make(): Promise<Fixture> {
    const fixture = new Fixture(await realpath(await mkdtemp(join(tmpdir(), "tandem-doctor-"))));
    await mkdir(fixture.folder);
    await mkdir(join(fixture.home, "root"));
    await fixture.program("claude", claudeScript("2.1.325"));
    return fixture;
  }

  path(...parts: string[]): string {
    return join(this.home, ...parts);
  }

  async write(path: string, content: string | object, mode = 0o600): Promise<string> {
    const file = this.path(path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content), { mode });
    return file;
  }

  /** Puts a script on the PATH. */
  async program(name: string, script: string): Promise<string> {
    const file = await this.write(join("bin", name), script);
    await chmod(file, 0o755);
    return file;
  }

  /** Writes a lock with the ID of this process, which is alive. */
  lock(port: number, more: object | string = {}, configDir = ".claude"): Promise<string> {
    const usual = { pid: process.pid, workspaceFolders: [this.folder], ideName: "Ed", transport: "ws" };
    const content = typeof more === "string" ? more : { ...usual, authToken: "the-token-of-ed", ...more };
    return this.write(join(configDir, "ide", `${port}.lock`), content);
  }

  /** Starts a real editor with its endpoint. */
  async editor(folders: readonly string[] = [this.folder], options: EndpointOptions = {}): Promise<Endpoint> {
    const endpoint = await createEndpoint(new MemoryEditor({ name: "Memory", folders }), {
      configDir: this.path(".claude"),
      home: this.home,
      env: {},
      ...options,
    });
    this.#closings.push(() => endpoint.close());
    return endpoint;
  }

  /** Listens on a port and passes connections to `onConnection`. */
  async listen(onConnection: (socket: Socket) => void = () => {}): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      onConnection(socket);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#closings.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  /** Returns a port that nothing listens on. */
  async closedPort(): Promise<number> {
    const port = await this.listen();
    await this.#closings.pop()?.();
    return port;
  }

  /** Returns the ID of a process that has exited. */
  async endedPid(): Promise<number> {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(child, "exit");
    return child.pid ?? deadPid;
  }

  /** Starts a process that does nothing until the fixture is disposed of. */
  livePid(env: NodeJS.ProcessEnv = {}, argv0 = process.execPath): number {
    const script = "setInterval(() => {}, 1e6)";
    const child = spawn(process.execPath, ["-e", script], { stdio: "ignore", env, argv0, cwd: this.folder });
    this.#closings.push(() => child.kill("SIGKILL"));
    if (child.pid === undefined) throw new Error("no process");
    return child.pid;
  }

  surroundings(more: Partial<Surroundings> = {}): Surroundings {
    const { env = {}, ...others } = more;
    return {
      ...thisComputer({ env: { HOME: this.home }, cwd: this.folder, version: "0.1.0" }),
      // Hides the machine that runs the tests, unless a test wants it.
      root: this.path("root"),
      env: { HOME: this.home, PATH: `${this.path("bin")}:/usr/bin:/bin`, ...env },
      ...others,
    };
  }

  examine(more: Partial<Surroundings> = {}): Promise<Examination> {
    return examine(this.surroundings(more));
  }

  /** Returns the finding with this id, and whether it comes first. */
  async find(id: string, more: Partial<Surroundings> = {}): Promise<(Finding & { isFirst: boolean }) | undefined> {
    const { findings } = await this.examine(more);
    const found = findings.find((finding) => finding.id === id);
    return found && { ...found, isFirst: findings[0] === found };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closings.reverse()) await close();
    await rm(this.home, { recursive: true, force: true });
  }
}
