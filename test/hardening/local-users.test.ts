/** What another user of the same machine can learn about the token, and do to the places where it is stored. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, test as anyTest, beforeAll, describe, expect } from "vitest";
import { type BundledProgram, bundleProgram } from "../bundle-program.js";
import { needs } from "../parts.js";
import { attacker, isRoot, openDirectory, owner, readAsAttacker, share, UserProcess } from "./other-users.js";
import { tally } from "./tally.js";

const { test: withUsers } = needs("setpriv");
const test = isRoot ? withUsers : anyTest.skip;

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(new URL("lock-owner.ts", import.meta.url));
  share(program.path);
});
afterAll(() => program?.remove());

/** A free port without a lock. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

test("with any umask the directory is 0700 and the lock 0600, and a racing user reads nothing", async () => {
  const base = openDirectory();
  chownSync(base, owner, owner);
  const token = randomUUID();
  const writer = new UserProcess(owner, [program.path, "umasks", base, "12345", token]);
  const script = join(openDirectory(), "racing-reader.mjs");
  copyFileSync(fileURLToPath(new URL("racing-reader.mjs", import.meta.url)), script);
  const reader = new UserProcess(attacker, [script, base, "12345", String(writer.child.pid)]);
  expect(await reader.line()).toBe("ready");
  const outcomes = new Set<string>();
  for (let umask = 0; umask <= 0o777; umask++) outcomes.add(await writer.line());
  const { tries, read }: { tries: number; read: string[] } = JSON.parse(await reader.end());
  expect([...outcomes]).toEqual(["700 600 true"]);
  expect(read).toEqual([]);
  expect(tries).toBeGreaterThan(512);
  tally({ what: "Locks under 512 umasks, raced for", attempts: tries, refused: tries, crashes: 0, lost: 0, leaked: 0 });
});

/** Something that the attacker planted before the owner's editor starts. */
interface Trap {
  readonly name: string;
  /** Sets the trap. Returns where captured bytes would be found. */
  plant(ide: string, port: number, attackersFolder: string): string | undefined;
  /** The error that the owner sees; undefined if the endpoint starts anyway. */
  readonly error?: RegExp;
}

const belongsToAnother = /belongs to another user/;

/** The owner's lock directory, writable by everyone. */
function permissiveDirectory(ide: string): void {
  mkdirSync(ide);
  chownSync(ide, owner, owner);
  chmodSync(ide, 0o777);
}

const traps: readonly Trap[] = [
  { name: "nothing, in a config directory that all may write to", plant: () => undefined },
  {
    name: "a lock directory of the attacker's",
    plant(ide) {
      mkdirSync(ide);
      chownSync(ide, attacker, attacker);
      chmodSync(ide, 0o777);
      return undefined;
    },
    error: belongsToAnother,
  },
  {
    name: "a link to a directory of the attacker's",
    plant(ide, _port, attackersFolder) {
      chmodSync(attackersFolder, 0o777);
      symlinkSync(attackersFolder, ide);
      lchownSync(ide, attacker, attacker);
      return undefined;
    },
    error: belongsToAnother,
  },
  {
    name: "the attacker's link to a directory of the owner's, which would be closed to others",
    plant(ide) {
      const own = `${ide}-public`;
      mkdirSync(own);
      chownSync(own, owner, owner);
      chmodSync(own, 0o755);
      symlinkSync(own, ide);
      lchownSync(ide, attacker, attacker);
      return undefined;
    },
    error: belongsToAnother,
  },
  {
    name: "the owner's own link to a directory of theirs",
    plant(ide) {
      mkdirSync(`${ide}-elsewhere`);
      chownSync(`${ide}-elsewhere`, owner, owner);
      symlinkSync(`${ide}-elsewhere`, ide);
      lchownSync(ide, owner, owner);
      return undefined;
    },
  },
  {
    name: "a lock of that name",
    plant(ide, port) {
      permissiveDirectory(ide);
      const lock = join(ide, `${port}.lock`);
      writeFileSync(lock, "");
      chownSync(lock, attacker, attacker);
      chmodSync(lock, 0o666);
      return undefined;
    },
  },
  {
    name: "a link of the lock's name",
    plant(ide, port, attackersFolder) {
      permissiveDirectory(ide);
      const catcher = join(attackersFolder, "catcher");
      writeFileSync(catcher, "");
      chmodSync(catcher, 0o666);
      symlinkSync(catcher, join(ide, `${port}.lock`));
      return catcher;
    },
  },
  {
    name: "a hard link of the lock's name",
    plant(ide, port, attackersFolder) {
      permissiveDirectory(ide);
      const catcher = join(attackersFolder, "catcher");
      writeFileSync(catcher, "");
      chownSync(catcher, attacker, attacker);
      chmodSync(catcher, 0o666);
      linkSync(catcher, join(ide, `${port}.lock`));
      return catcher;
    },
  },
  {
    name: "a pipe of the lock's name",
    plant(ide, port) {
      permissiveDirectory(ide);
      execFileSync("mkfifo", ["-m", "666", join(ide, `${port}.lock`)]);
      return undefined;
    },
  },
  {
    name: "a directory of the lock's name",
    plant(ide, port) {
      permissiveDirectory(ide);
      mkdirSync(join(ide, `${port}.lock`, "full"), { recursive: true });
      return undefined;
    },
    error: /Cannot write a lock file to .*\.lock/,
  },
];

describe("files planted by another user", () => {
  test("get no token, and are harmless or reported", async () => {
    const writer = new UserProcess(owner, [program.path, "start"]);
    let attempts = 0;
    for (const { name, plant, error } of traps) {
      const place = openDirectory();
      const [configDir, attackersFolder] = [join(place, "config"), join(place, "hers")];
      for (const [directory, uid] of [
        [configDir, owner],
        [attackersFolder, attacker],
      ] as const) {
        mkdirSync(directory);
        chownSync(directory, uid, uid);
      }
      chmodSync(configDir, 0o777);
      const [port, authToken] = [await freePort(), randomUUID()];
      const ide = join(configDir, "ide");
      const catcher = plant(ide, port, attackersFolder);
      const before = lstatSync(join(configDir, "ide-public"), { throwIfNoEntry: false })?.mode;
      const answer = JSON.parse(await writer.ask(JSON.stringify({ configDir, port, authToken })));
      attempts++;
      if (error) {
        expect(answer.error, name).toMatch(error);
        expect(answer.error, name).not.toContain(authToken);
      } else {
        expect(answer, name).toEqual({ lockFile: join(ide, `${port}.lock`) });
        const stat = lstatSync(answer.lockFile);
        expect([stat.isFile(), stat.uid, stat.nlink, stat.mode & 0o777], name).toEqual([true, owner, 1, 0o600]);
        expect(readAsAttacker(answer.lockFile), name).toBe("");
        expect(readFileSync(answer.lockFile, "utf8"), name).toContain(authToken);
      }
      if (catcher !== undefined) expect(readFileSync(catcher, "utf8"), name).toBe("");
      expect(lstatSync(join(configDir, "ide-public"), { throwIfNoEntry: false })?.mode, name).toBe(before);
      await writer.ask("");
    }
    tally({ what: "Traps of another user", attempts, crashes: 0, lost: 0, leaked: 0 });
  });

  test("a lock directory replaced at runtime gets a lock that the other user can't read", async () => {
    const configDir = openDirectory();
    chownSync(configDir, owner, owner);
    chmodSync(configDir, 0o777);
    const writer = new UserProcess(owner, [program.path, "start"]);
    const [port, authToken] = [await freePort(), randomUUID()];
    await writer.ask(JSON.stringify({ configDir, port, authToken }));
    renameSync(join(configDir, "ide"), join(configDir, "taken"));
    mkdirSync(join(configDir, "ide"));
    chownSync(join(configDir, "ide"), attacker, attacker);
    chmodSync(join(configDir, "ide"), 0o777);
    // A directory that they moved away keeps its mode, and a new editor doesn't use what they put there.
    expect(readAsAttacker(join(configDir, "taken", `${port}.lock`))).toBe("");
    const again = JSON.parse(await writer.ask(JSON.stringify({ configDir, port: await freePort(), authToken })));
    expect(again.error).toMatch(belongsToAnother);
  });
});
