/**
 * Crashes of the integrations. The contract test kills, quits and restarts each editor in its real program (the cases
 * LCK-09, LCK-04, CLN-04 and CON-09 of packages/conformance/src/contract/cases/lifecycle.ts, run by test/workbench,
 * test/neovim and test/vscode/contract-life); test/neovim/life.test.ts has the sidecar's crashes. Here: the command
 * killed again and again, and a Neovim that hangs.
 */
import { readdirSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildSidecar } from "../../scripts/build-sidecar.mjs";
import { Home } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { Neovim } from "../neovim/neovim.js";
import { needs } from "../parts.js";
import { useFixture } from "./faults/fixture.js";
import { isLong, scaled, tally } from "./tally.js";

const fixture = useFixture();

async function targetOf(lockFile: string) {
  const { authToken, port }: { authToken: string; port: number } = JSON.parse(await readFile(lockFile, "utf8"));
  return { authToken, port };
}

test("tandem serve is killed during a review and restarted: one lock, no temporary file, and the next client is served", async () => {
  await using home = await Home.make();
  const temporary = join(home.path, "temporary");
  await mkdir(temporary);
  const env = { TMPDIR: temporary };
  const steady = await fixture.start();
  const companion = await fixture.companion(steady);
  const attempts = scaled(2, 40);
  const path = join(home.folder, "a.txt");
  let [lost, leaked] = [0, 0];
  const serve = async () => {
    const server = home.start(["serve", "--json", "--no-open"], { env });
    const [line = ""] = await server.printed(/^\{"port".*\n/);
    const ready: { port: number; lockFile: string } = JSON.parse(line);
    return { server, ...ready };
  };
  for (let i = 0; i < attempts; i++) {
    const { server, port, lockFile } = await serve();
    leaked += (await home.locks()).filter((name) => name !== `${port}.lock`).length;
    const client = await connect(await targetOf(lockFile));
    const review = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" };
    const answer = client.call("openDiff", review).catch(String);
    await server.printed(/review-opened/);
    server.kill("SIGKILL");
    await server.exited;
    // The client is notified at once, and nothing was decided or written.
    if (!/connection was lost/i.test(String(await answer))) lost++;
    if ((await readFile(path, "utf8")) !== "one\ntwo\nthree\n") lost++;
  }
  const { server, port } = await serve();
  expect(await home.locks()).toEqual([`${port}.lock`]);
  server.kill("SIGTERM");
  expect((await server.exited).code).toBe(143);
  leaked += (await home.locks()).length + readdirSync(temporary).length;
  const seen = await companion.end();
  tally({
    what: "tandem serve killed and restarted",
    attempts,
    crashes: 0,
    lost: lost + seen.lost,
    leaked,
    worstMs: seen.worstMs,
  });
});

const { test: inNeovim } = needs("neovim");
// A call waits ten seconds for an editor that hangs, so only the long run tests this.
if (isLong) {
  beforeAll(() => buildSidecar());

  inNeovim(
    "a Neovim that hangs: calls fail with a message, the sidecar keeps running, and calls work again afterwards",
    async () => {
      const neovim = await Neovim.start();
      onTestFinished(() => neovim.stop());
      await neovim.until('return require("tandem.sidecar").status() == "running"');
      const directory = join(neovim.home, ".claude", "ide");
      const [name = ""] = readdirSync(directory);
      const client = await connect(await targetOf(join(directory, name)));
      const steady = await fixture.start();
      const companion = await fixture.companion(steady);
      const attempts = 3;
      let [refused, lost] = [0, 0];
      for (let i = 0; i < attempts; i++) {
        process.kill(neovim.process.pid ?? 0, "SIGSTOP");
        const answer = await client.callRaw("getOpenEditors").catch(String);
        if (/did not answer within/.test(JSON.stringify(answer))) refused++;
        await client.ping(); // The sidecar is not the one that hangs.
        process.kill(neovim.process.pid ?? 0, "SIGCONT");
        await eventually(async () => expect(await client.call("getOpenEditors")).toHaveProperty("tabs"));
      }
      if (client.state.status !== "connected") lost++;
      await client.close();
      const seen = await companion.end();
      expect(refused).toBe(attempts);
      tally({
        what: "Calls of a Neovim that hangs",
        attempts,
        refused,
        crashes: 0,
        lost: lost + seen.lost,
        leaked: 0,
        worstMs: seen.worstMs,
      });
    },
  );
}
