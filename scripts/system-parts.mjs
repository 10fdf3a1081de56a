/**
 * The programs other than Node that tests need, and their installation on Debian and Ubuntu. Elsewhere, missing
 * programs are listed with their purpose and packages, and `needs` in test/parts.ts skips their tests.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./command.mjs";
import { installNeovim, installToggleterm, neovimCommand, toggletermFolder } from "./neovim.mjs";
import { installVscode, vscodeCommand } from "./vscode.mjs";

/**
 * `install` is for programs that aren't installed from a system package. It runs beside the others, once the parts in
 * `after` are installed.
 *
 * @typedef {{ name: string, neededBy: string, aptPackages: string[], isPresent: () => boolean, install?: () => Promise<void>, after?: readonly string[] }} SystemPart
 */

function isOnPath(command) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return folder !== "";
    } catch {
      return false;
    }
  });
}

/** Returns a part with one command, by default in the Debian package of the same name. */
function command(name, neededBy, aptPackage = name) {
  return { name, neededBy, aptPackages: [aptPackage], isPresent: () => isOnPath(name) };
}

/** Tests need a Jupyter with a Python kernel. */
function hasPythonKernel() {
  const { stdout } = spawnSync("jupyter-kernelspec", ["list", "--json"], { encoding: "utf8" });
  return /"language": "python"/.test(stdout ?? "");
}

/** @type {readonly SystemPart[]} */
export const systemParts = [
  // First, because installing VS Code takes longest and waits for these.
  command("g++", "the log module of VS Code's server, which is compiled here"),
  command("make", "the log module of VS Code's server, which is compiled here"),
  command("git", "tests in real repositories"),
  command("curl", "tests of the endpoint with another HTTP client"),
  command("fish", "tests of the output for the fish shell"),
  command("zsh", "tests of the output for the Z shell"),
  command("setpriv", "tests of unreadable and unwritable folders when root runs them", "util-linux"),
  command("tmux", "tests in a real terminal"),
  command("chromium", "tests of the workbench in a real browser"),
  command("ip", "a network with only loopback, for the real Claude Code", "iproute2"),
  {
    name: "jupyter",
    neededBy: "tests that run code on a real Python kernel",
    aptPackages: ["jupyter-server", "jupyter-client", "python3-ipykernel"],
    isPresent: () => isOnPath("jupyter-server") && hasPythonKernel(),
  },
  {
    name: "neovim",
    neededBy: "tests of the plugin for Neovim, 0.10 or newer",
    aptPackages: ["neovim"],
    isPresent: () => neovimCommand() !== undefined,
    install: () => installNeovim(),
  },
  {
    name: "neovim-0.12",
    neededBy: "the test of vim.pack, which Neovim has since 0.12",
    aptPackages: ["neovim"],
    isPresent: () => neovimCommand("0.12") !== undefined,
    install: () => installNeovim("0.12"),
  },
  {
    name: "toggleterm",
    neededBy: "tests of the plugin for Neovim with another plugin's windows",
    aptPackages: ["neovim-toggleterm"],
    isPresent: () => toggletermFolder() !== undefined,
    install: installToggleterm,
  },
  {
    name: "vscode",
    neededBy: "tests of the extension in the real VS Code, whose server is built from npm packages",
    aptPackages: ["g++", "make", "python3"],
    isPresent: () => vscodeCommand() !== undefined,
    install: installVscode,
    after: ["g++", "make"],
  },
];

/** Returns how to run apt-get with the required permissions, or why that isn't possible. */
function findApt() {
  let release = "";
  try {
    release = readFileSync("/etc/os-release", "utf8");
  } catch {
    // Not Debian.
  }
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release) || !isOnPath("apt-get"))
    return {
      obstacle: "this isn't Debian or Ubuntu",
      hint: "Install them with your package manager. The Debian packages are",
    };
  const apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  const hint = "Install them with: sudo apt-get install";
  if (process.getuid?.() === 0) return { command: apt, hint };
  if (isOnPath("sudo") && spawnSync("sudo", ["-n", "true"]).status === 0)
    return { command: ["sudo", "-n", ...apt], hint };
  return { obstacle: "this needs root or sudo without a password", hint };
}

/** Parses apt-get's progress, `dlstatus:<nth>:<percent>:<text>` or `pmstatus:<package>:…`. */
function readAptProgress(line) {
  const match = /^(dl|pm)status:[^:]*:([\d.]+):/.exec(line);
  return match && `${match[1] === "dl" ? "fetched" : "installed"} ${Math.round(Number(match[2]))} %`;
}

/**
 * Installs the missing parts. Returns those that are still missing.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @returns {Promise<SystemPart[]>}
 */
export async function installSystemParts(display) {
  const isMissing = (part) => !part.isPresent();
  const wanted = systemParts.filter(isMissing);
  if (wanted.length === 0) return [];
  const apt = findApt();

  const tryStep = (title, work) =>
    display
      .step(title, work)
      .catch((error) => display.line(indent(lastLines(`${error.output ?? ""}\n${error.message}`))));

  const aptGet = (title, ...args) =>
    tryStep(title, (report) => {
      const [program, ...first] = apt.command;
      // A new machine may be updating itself, so this waits for the lock. The progress goes to standard output, because
      // sudo closes all other descriptors.
      const options = ["-o", "DPkg::Lock::Timeout=120", "-o", "APT::Status-Fd=1", "-o", "Dpkg::Use-Pty=0"];
      const onLine = (line) => {
        const progress = readAptProgress(line);
        if (progress) report(progress);
      };
      return run(program, [...first, ...options, ...args], { onLine });
    });

  if (apt.command) {
    const ready = new Map();
    // apt-get runs once at a time.
    let previous = wanted.every(({ install }) => install)
      ? Promise.resolve()
      : aptGet("Refresh the list of system packages (apt-get update)", "update");
    for (const { name, aptPackages } of wanted.filter(({ install }) => !install)) {
      const args = ["install", "-y", "--no-install-recommends", ...aptPackages];
      previous = previous.then(() => aptGet(`Install ${name}`, ...args));
      ready.set(name, previous);
    }
    for (const { name, install, after = [] } of wanted.filter(({ install }) => install)) {
      const first = Promise.all(after.map((part) => ready.get(part)));
      ready.set(
        name,
        first.then(() => tryStep(`Install ${name}`, install)),
      );
    }
    await Promise.all(ready.values());
  }

  const missing = wanted.filter(isMissing);
  if (missing.length > 0) {
    display.line(`! Missing programs${apt.obstacle ? `, not installed because ${apt.obstacle}` : ""}:`);
    for (const { name, neededBy } of missing) display.line(`    ${name}: for ${neededBy}`);
    display.line(`  ${apt.hint} ${missing.flatMap((part) => part.aptPackages).join(" ")}`);
  }
  return missing;
}

function lastLines(text, count = 10) {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^(dl|pm)status:/.test(line));
  return lines.slice(-count).join("\n");
}

function indent(text) {
  return text.replace(/^/gm, "    ");
}
