/** listFiles and getWorkspaceInfo on 200,000 files, compared to `git ls-files` on the same files. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, serve } from "../client.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { makeTree } from "../servers/tree.mjs";
import { median, takeTurns, timed } from "../statistics.mjs";

const rounds = 5;

/** Resolves when the whole list has arrived. */
function gitListFiles(folder) {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", folder, "ls-files", "-co", "--exclude-standard"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.resume();
    child.once("error", reject);
    child.once("close", resolve);
  });
}

/** Invalidates cached lists with a new file. */
function change(folder) {
  writeFileSync(join(folder, `changed-${randomUUID()}.ts`), "", { flag: "wx" });
}

async function compare(folder, method, hasGit = true) {
  const server = await serve("tandem", { folder });
  const client = await Client.join(server);
  const ask = () => timed(() => client.request(method, {}));
  const samples = await takeTurns(
    {
      ...(hasGit && { floor: () => timed(() => gitListFiles(folder)) }),
      first: async () => {
        change(folder);
        return await ask();
      },
      // Watching only starts a moment after a listing.
      again: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await ask();
        return await ask();
      },
    },
    { rounds, warm: 1 },
  );
  client.end();
  server.stop();
  return {
    floor: hasGit ? median(samples.floor) : undefined,
    first: median(samples.first),
    again: median(samples.again),
  };
}

export async function measure() {
  const directory = temporaryDirectory();
  const floorIs = "git ls-files -co --exclude-standard";
  makeTree(directory);
  const rows = [];
  for (const [name, method] of Object.entries({ list: "listFiles", count: "getWorkspaceInfo" })) {
    const { floor, first, again } = await compare(directory, method);
    const row = { unit: "ms", floor, floorIs };
    rows.push(
      { id: `${name}-first`, what: `${method}, 200,000 files`, ours: first, ...row },
      { id: `${name}-again`, what: `${method} again, nothing changed`, ours: again, ...row },
    );
  }
  rmSync(join(directory, ".git"), { recursive: true });
  const plain = await compare(directory, "listFiles", false);
  return [
    ...rows,
    { id: "list-outside", what: "listFiles outside a git work tree", unit: "ms", ours: plain.first },
    { id: "list-outside-again", what: "… again, nothing changed", unit: "ms", ours: plain.again },
  ];
}
