/**
 * One test run: it has its own temporary folder, and leaves nothing behind, however it ends. The next run on this
 * machine, of this clone or another, cleans up after a run that was killed. Uses only Node, because it runs before any
 * package is installed.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

// Short, because the address of a Unix socket has room for 107 bytes.
const prefix = "tandem-";
const ownerFile = ".run.json";
/** How long a process has to end on its own. */
const patienceMs = 2000;
const pollMs = 20;

const sleep = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function read(path, how = (file) => readFileSync(file, "latin1")) {
  try {
    return how(path);
  } catch {
    return undefined; // It has ended, or belongs to someone else.
  }
}

/**
 * Returns the facts of a running process, only on Linux.
 *
 * @param {number} pid
 */
function factsOf(pid) {
  const fields = read(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ");
  return fields && fields[0] !== "Z" ? { pid, parent: Number(fields[1]), start: fields[19] } : undefined;
}

/** Distinguishes this process from a later one with its id, and its id from the same one in another container. */
function identity(pid) {
  return { pid, start: factsOf(pid)?.start, namespace: read("/proc/self/ns/pid", readlinkSync) };
}

/** Whether a run may still be going on. */
function isRunning(owner) {
  const { start, namespace } = identity(owner.pid);
  if (owner.namespace !== namespace) return true;
  if (process.platform === "linux") return start === owner.start;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether a process has the folder in its environment, arguments or working directory. */
function uses(pid, folder) {
  const texts = [read(`/proc/${pid}/environ`), read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/cwd`, readlinkSync)];
  return texts.some((text) => text?.includes(folder));
}

/**
 * Returns the processes of a run: those that use its folder, the descendants of `root`, and what all of these have started.
 * Other systems than Linux don't show them.
 *
 * @param {string} folder
 * @param {number} [root]
 */
function processesOf(folder, root) {
  const all = (read("/proc", readdirSync) ?? [])
    .filter((name) => /^\d+$/.test(name))
    .map((name) => factsOf(Number(name)));
  const running = all.filter((facts) => facts !== undefined);
  const own = new Set(root === undefined ? [] : [root]);
  for (const { pid } of running) if (pid !== process.pid && uses(pid, folder)) own.add(pid);
  for (let before = -1; before !== own.size; ) {
    before = own.size;
    for (const { pid, parent } of running) if (own.has(parent)) own.add(pid);
  }
  return running.filter(({ pid }) => own.has(pid) && pid !== process.pid);
}

function signal({ pid }, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/**
 * Ends the processes of a run: asks them first, so that none leaves half-finished work, and kills those that remain.
 *
 * @param {string} folder
 * @param {number} [root]
 * @returns {string[]} their command lines
 */
function endProcesses(folder, root) {
  const found = new Map();
  const started = Date.now();
  for (;;) {
    const left = processesOf(folder, root);
    if (left.length === 0) return [...found.values()];
    const isLate = Date.now() - started > patienceMs;
    for (const each of left) {
      const isNew = !found.has(each.pid);
      if (isNew) found.set(each.pid, read(`/proc/${each.pid}/cmdline`)?.replaceAll("\0", " ").trim() ?? "");
      if (isLate) signal(each, "SIGKILL");
      else if (isNew) signal(each, "SIGTERM");
    }
    // Processes that can't be killed are waiting for a disk, or belong to another user.
    if (Date.now() - started > 3 * patienceMs) return [...found.values()];
    sleep(pollMs);
  }
}

function removeFolder(folder) {
  // A test mounts tiny disks.
  const mounts = (read("/proc/self/mounts") ?? "").split("\n").map((line) => line.split(" ")[1] ?? "");
  for (const mounted of mounts.filter((path) => path.startsWith(`${folder}/`))) spawnSync("umount", ["-l", mounted]);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.warn(`! Can't remove ${folder}: ${error.message}`);
  }
}

/**
 * Creates a folder that `removeDeadFolders` removes when this process has been killed.
 *
 * @param {string} parent
 * @param {string} start the start of its name
 */
export function createOwnFolder(parent, start) {
  const folder = mkdtempSync(join(parent, start));
  writeFileSync(join(folder, ownerFile), JSON.stringify(identity(process.pid)));
  return folder;
}

/**
 * Ends and removes what killed processes left behind. Leaves the folders of other users and containers alone.
 *
 * @param {string} parent
 * @param {string} start
 */
export function removeDeadFolders(parent, start) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(start))) {
    const folder = join(parent, name);
    if (process.getuid && read(folder, lstatSync)?.uid !== process.getuid()) continue;
    const owner = read(join(folder, ownerFile), (file) => JSON.parse(readFileSync(file, "utf8")));
    if (owner === undefined || isRunning(owner)) continue;
    endProcesses(folder);
    removeFolder(folder);
    console.warn(`Removed ${folder}, left by a run that was killed.`);
  }
}

/** npm's process and its shell. npm passes a signal only to the shell, which exits without forwarding it. */
function npmProcesses() {
  const parent = process.ppid;
  // npm can be killed without its shell.
  const isShell = /^(ba|da|z)?sh$/.test(read(`/proc/${parent}/comm`)?.trim() ?? "");
  const grandparent = isShell ? factsOf(parent)?.parent : undefined;
  return () => process.ppid !== parent || (grandparent !== undefined && factsOf(parent)?.parent !== grandparent);
}

/** Ends this process when npm ends for any reason. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const isOver = npmProcesses();
  const timer = setInterval(() => {
    if (!isOver()) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  timer.unref();
}

let runFolder;

/**
 * Starts a run. Everything that it starts gets its folder as TMPDIR. However it ends, no process or file remains;
 * `TANDEM_KEEP` keeps the files until the next run.
 */
export function startTestRun() {
  endWithNpm();
  removeDeadFolders(tmpdir(), prefix);
  const folder = createOwnFolder(tmpdir(), prefix);
  // Like the system's, because some tests run programs as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  runFolder = folder;
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM"])
    process.once(name, () => process.exit(128 + constants.signals[name]));
  process.once("exit", () => {
    endProcesses(folder, process.pid);
    if (process.env.TANDEM_KEEP === undefined) removeFolder(folder);
  });
}

/** Ends the processes that the tests left behind, and returns their command lines. */
export function endLeftProcesses() {
  return runFolder === undefined ? [] : endProcesses(runFolder, process.pid);
}
