/**
 * A workspace that tries to run code: with files that version managers, interpreters and servers read in their working
 * directory, and with programs in folders on PATH. Each hostile program writes its name to a file outside.
 */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createKernels } from "@tandem-ide/workspace/kernel";
import { findOutside } from "@tandem-ide/workspace/programs";
import { test as always, expect, onTestFinished } from "vitest";
import { createHome } from "../../packages/workspace/src/kernel/testing/home.js";
import { Home } from "../cli-command.js";
import { standIn } from "../doctor-fixture.js";
import { needs } from "../parts.js";

const rustup = await findOutside("rustup", { env: process.env, folders: [] });

/** Where hostile programs record that they ran. */
function recordRuns(folder: string) {
  const file = join(folder, "ran");
  return {
    file,
    program: `#!/bin/sh\necho "$0 $*" >> '${file}'\necho 'rust-analyzer 1.0.0'\n`,
    ran: () => (existsSync(file) ? readFileSync(file, "utf8") : ""),
  };
}

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { mode: 0o755 });
  }
}

/** A home, and in its project a Rust crate that names its own programs as the toolchain. */
async function rustCrate() {
  const home = await Home.make();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const { program, ran } = recordRuns(home.path);
  await put(home.folder, {
    "rust-toolchain.toml": '[toolchain]\npath = "/proc/self/cwd/tc"\n',
    "Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n',
    ".cargo/config.toml": '[build]\nrustc = "tc/bin/rustc"\nrustc-wrapper = "tc/bin/rustc"\n',
    "src/main.rs": "fn main() {}\n",
    ...Object.fromEntries(["rust-analyzer", "cargo", "rustc"].map((name) => [`tc/bin/${name}`, program])),
  });
  const ask = async () => {
    const { stdout } = await home.run([
      "call",
      "getDiagnostics",
      JSON.stringify({ uri: join(home.folder, "src/main.rs") }),
    ]);
    return stdout;
  };
  return { home, ran, ask };
}

/** A fake rustup: like rustup it runs code from its working directory, and otherwise it acts as rust-analyzer. */
const standInRustup = `#!/bin/sh
if [ -x tc/bin/rust-analyzer ]; then exec tc/bin/rust-analyzer "$@"; fi
[ "$1" = --version ] && echo 'rust-analyzer 1.2.3'
`;

async function installStandIn(home: Home): Promise<void> {
  await home.install("rustup", standInRustup);
  await symlink("rustup", join(home.path, "bin", "rust-analyzer"));
}

/** The settings of a user who trusts this folder. */
async function trust(home: Home): Promise<void> {
  const text = JSON.stringify({ language: { allowWorkspacePrograms: [home.folder] } });
  await put(home.path, { ".config/tandem/settings.json": text });
}

always.skipIf(rustup === undefined)(
  "a folder's rust-toolchain.toml doesn't determine what rustup runs when a client requests diagnostics",
  async () => {
    const { home, ran, ask } = await rustCrate();
    const env = { RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup") };
    const server = home.start(["serve", "--json"], { env });
    await server.printed(/^\{"port".*\n/);
    expect(await ask()).toContain("[]");
    expect(ran()).toBe("");
  },
);

always(
  "an untrusted folder's rust-analyzer (a stand-in for rustup) doesn't start, and the log says how to start it",
  async () => {
    const { home, ran, ask } = await rustCrate();
    await installStandIn(home);
    const { server } = await home.serve("--log-level", "info");
    expect(await ask()).toContain("[]");
    await server.printed(/rust-analyzer wasn't started.*Trust the folder/);
    expect(ran()).toBe("");
  },
);

always("a trusted folder runs its toolchain (with a stand-in for rustup)", async () => {
  const { home, ran, ask } = await rustCrate();
  await installStandIn(home);
  await trust(home);
  await home.serve();
  await ask();
  await expect.poll(ran, { timeout: 10_000 }).toContain("rust-analyzer");
});

/** Programs that Tandem looks for, planted in the folder. */
const wanted = ["claude", "nvim", "node", "code", "code-insiders", "codium", "cursor", "windsurf", "code-server", "ps"];

always.each([
  ["./node_modules/.bin", (_folder: string) => "./node_modules/.bin"],
  ["a relative entry that is empty or a dot", (_folder: string) => ":."],
  ["the absolute form of node_modules/.bin", (folder: string) => join(folder, "node_modules/.bin")],
  ["a link to the folder from elsewhere", (folder: string) => join(dirname(folder), "link/node_modules/.bin")],
])("tandem doctor runs no program of the folder through PATH: %s", async (_title, entry) => {
  const home = await Home.make();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const { program, ran } = recordRuns(home.path);
  for (const name of wanted) await put(home.folder, { [`node_modules/.bin/${name}`]: program, [name]: program });
  await symlink(home.folder, join(home.path, "link"));
  await home.install("claude", standIn("2.1.325", "manual"));
  const env = { PATH: `${entry(home.folder)}:${home.env.PATH}` };
  const { stdout } = await home.run(["doctor"], { env });
  expect(ran()).toBe("");
  expect(stdout).toContain("2.1.325");
  expect(stdout).toContain("/claude in this folder comes first on your PATH");
});

always("tandem claude doesn't start a claude in the folder, and reports it", async () => {
  const home = await Home.make();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const { program, ran } = recordRuns(home.path);
  await put(home.folder, { "node_modules/.bin/claude": program });
  const env = { PATH: `./node_modules/.bin:${join(home.folder, "node_modules/.bin")}:/usr/bin:/bin` };
  const { stderr, code } = await home.run(["claude", "--anyway"], { env });
  expect(ran()).toBe("");
  expect(code).not.toBe(0);
  expect(stderr).toContain("node_modules/.bin/claude");
  expect(stderr).toContain("--claude-path");
});

/** Modules that Python, Jupyter and IPython import automatically, at startup or later. */
const modules = [
  "ipykernel_launcher",
  "ipykernel",
  "IPython",
  "jupyter_server",
  "jupyter_client",
  "sitecustomize",
  "usercustomize",
  "json",
  "asyncio",
  "zmq",
  "jedi",
  "matplotlib_inline",
  "debugpy",
  "pdb",
  "calendar",
  "ipython_config",
  "ipython_kernel_config",
  "jupyter_server_config",
  "config",
];

needs("jupyter").test.each([
  ["as it is", (_folder: string) => ({})],
  [
    "with the folder on PYTHONPATH",
    (folder: string) => ({ PYTHONPATH: `${folder}::.`, PYTHONSTARTUP: join(folder, "json.py") }),
  ],
])("a kernel runs no module of the folder before the user's code imports it: %s", async (_title, more) => {
  const home = createHome();
  onTestFinished(() => home.remove());
  const { file, ran } = recordRuns(home.directory);
  const hostile = `import os\nwith open(${JSON.stringify(file)}, "a") as told: told.write(__name__ + "\\n")\n`;
  for (const name of modules) await put(home.folder, { [`${name}.py`]: hostile });
  await put(home.folder, { "own_module.py": 'name = "the folder\'s own"\n' });
  const kernels = createKernels({
    folders: () => [home.folder],
    environment: { ...home.environment, ...more(home.folder) },
  });
  onTestFinished(() => kernels.close());
  const run = async (code: string) => await kernels.run(code, AbortSignal.timeout(50_000));
  expect(await run("import os; os.getcwd()")).toEqual([{ type: "text", text: `'${home.folder}'\n` }]);
  expect(await run("len?\n%timeit -n1 -r1 1")).not.toEqual([]);
  expect(await run("import calendar, json; json.dumps([1])")).toEqual([{ type: "text", text: "'[1]'\n" }]);
  expect(ran()).toBe("");
  expect(await run("import own_module; own_module.name")).toEqual([{ type: "text", text: '"the folder\'s own"\n' }]);
  await kernels.current().restart();
  expect(await run("import os; os.getcwd()")).toContainEqual({
    type: "text",
    text: expect.stringContaining(home.folder),
  });
  expect(ran()).toBe("");
});

always("the table of language servers in docs/trust.md matches the code", async () => {
  const { defaultServers } = await import("@tandem-ide/workspace/language");
  const text = await readFile(new URL("../../docs/trust.md", import.meta.url), "utf8");
  for (const { id, workspaceCode } of defaultServers) {
    const row = text.split("\n").find((line) => line.startsWith(`| ${id} `)) ?? "";
    expect(row, id).toContain(workspaceCode.obeys);
    expect(row, id).toMatch(workspaceCode.startsBeforeTrust ? /\| yes\b.*\|$/ : /\| no\b.*\|$/);
  }
});
