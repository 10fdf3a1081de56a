/**
 * What tests need of the system beside Node: one table, and its installation on Debian and Ubuntu. Where that is not
 * possible the part is named with what it is for and how to get it, and `needs` of test/parts.ts skips its tests.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./command.mjs";
import { installNeovim, neovimCommand } from "./neovim.mjs";
import { installVscode, vscodeCommand } from "./vscode.mjs";

/**
 * `install`: how it is got, where that is not a package of this system.
 *
 * @typedef {{ name: string, neededBy: string, aptPackages: string[], isPresent: () => boolean, install?: () => Promise<void> }} SystemPart
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

/** A part that is one command, in the Debian package of the same name unless another is given. */
function command(name, neededBy, aptPackage = name) {
  return { name, neededBy, aptPackages: [aptPackage], isPresent: () => isOnPath(name) };
}

/** A Jupyter without a kernel for Python is of no use here. */
function hasPythonKernel() {
  const { stdout } = spawnSync("jupyter-kernelspec", ["list", "--json"], { encoding: "utf8" });
  return /"language": "python"/.test(stdout ?? "");
}

/** @type {readonly SystemPart[]} */
export const systemParts = [
  command("git", "tests in real repositories"),
  command("curl", "tests of the endpoint with an HTTP client that is not ours"),
  command("fish", "tests of what is printed for the fish shell"),
  command("zsh", "tests of what is printed for the Z shell"),
  command("setpriv", "tests of unreadable and unwritable places when root runs them", "util-linux"),
  command("tmux", "tests in a real terminal"),
  command("chromium", "tests of the workbench in a real browser"),
  command("ip", "a network that has nothing but loopback, for the real Claude Code", "iproute2"),
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
    install: installNeovim,
  },
  command("g++", "the log module of VS Code's server, which is compiled here"),
  command("make", "the same"),
  {
    name: "vscode",
    neededBy: "tests of the extension in the real VS Code, whose server is built from packages of npm",
    aptPackages: ["g++", "make", "python3"],
    isPresent: () => vscodeCommand() !== undefined,
    install: installVscode,
  },
];

/** How to run apt-get with the needed rights, or why that cannot be done. */
function findApt() {
  let release = "";
  try {
    release = readFileSync("/etc/os-release", "utf8");
  } catch {
    // No such file: not Debian.
  }
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release) || !isOnPath("apt-get"))
    return {
      obstacle: "this is not Debian or Ubuntu",
      hint: "Get them with your own package manager; in Debian they are",
    };
  const apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  const hint = "Get them with: sudo apt-get install";
  if (process.getuid?.() === 0) return { command: apt, hint };
  if (isOnPath("sudo") && spawnSync("sudo", ["-n", "true"]).status === 0)
    return { command: ["sudo", "-n", ...apt], hint };
  return { obstacle: "this is not root, and has no sudo without a password", hint };
}

/** apt-get's machine-readable progress, `dlstatus:<nth>:<percent>:<text>` or `pmstatus:<package>:…`. */
function readAptProgress(line) {
  const match = /^(dl|pm)status:[^:]*:([\d.]+):/.exec(line);
  return match && `${match[1] === "dl" ? "fetched" : "installed"} ${Math.round(Number(match[2]))} %`;
}

/**
 * Installs what is missing, and returns what still is.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @returns {Promise<SystemPart[]>}
 */
export async function installSystemParts(display) {
  const isMissing = (part) => !part.isPresent();
  const wanted = systemParts.filter(isMissing);
  if (wanted.length === 0) return [];
  const apt = findApt();

  const ownWay = (title, install) =>
    display
      .step(title, install)
      .catch((error) => display.line(indent(lastLines(`${error.output ?? ""}\n${error.message}`))));

  const aptGet = (title, ...args) =>
    display
      .step(title, (report) => {
        const [program, ...first] = apt.command;
        // A fresh machine may be updating itself: wait for its lock. The progress goes to standard output, because
        // sudo closes every other descriptor.
        const options = ["-o", "DPkg::Lock::Timeout=120", "-o", "APT::Status-Fd=1", "-o", "Dpkg::Use-Pty=0"];
        const onLine = (line) => {
          const progress = readAptProgress(line);
          if (progress) report(progress);
        };
        return run(program, [...first, ...options, ...args], { onLine });
      })
      .catch((error) => display.line(indent(lastLines(`${error.output ?? ""}\n${error.message}`))));

  if (apt.command) {
    await aptGet("Refresh the list of system packages (apt-get update)", "update");
    for (const { name, aptPackages, install } of wanted)
      if (install) await ownWay(`Install ${name}`, install);
      else await aptGet(`Install ${name}`, "install", "-y", "--no-install-recommends", ...aptPackages);
  }

  const missing = wanted.filter(isMissing);
  if (missing.length > 0) {
    display.line(`! Missing parts of the system${apt.obstacle ? `, not installed because ${apt.obstacle}` : ""}:`);
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
