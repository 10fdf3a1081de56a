/**
 * A client that withdraws a review just before its user answers, and sends another in its place, doesn't get that
 * answer.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { Home } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { tally } from "./tally.js";

test('"accept" without a number never accepts a review that replaced the shown one', async () => {
  await using home = await Home.make();
  const { server, port, lockFile } = await home.serve();
  const { authToken } = JSON.parse(readFileSync(lockFile, "utf8"));
  const client = await connect({ port, authToken });
  onTestFinished(() => client.close());
  const path = join(home.folder, "a.txt");
  const propose = (text: string) =>
    client.call("openDiff", { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: "t" });
  const rounds = 20;
  let accepted = 0;
  for (let round = 0; round < rounds; round++) {
    const [shown, other] = [2 * round + 1, 2 * round + 2];
    const harmless = propose("harmless\n");
    await server.printed(new RegExp(`"review-opened","review":${shown},`));
    await client.call("close_tab", { tab_name: "t" });
    await harmless;
    const evil = propose("evil\n");
    await server.printed(new RegExp(`"review-opened","review":${other},`));
    server.say("accept");
    await server.printed(
      new RegExp(
        `Review ${shown} is no longer pending, so your answer was ignored\\.\\s+Pending now:\\s+Review ${other}:`,
      ),
    );
    server.say(`reject ${other}`);
    if ((await evil).decision !== "rejected") accepted++;
  }
  // The next command without a number refers to what was shown after the refusal.
  const last = propose("seen\n");
  await server.printed(new RegExp(`"review-opened","review":${2 * rounds + 1},`));
  server.say("accept");
  expect(await last).toEqual({ decision: "saved", text: "seen\n" });
  expect(accepted).toBe(0);
  await eventually(() => expect(server.stdout.match(/"outcome":"accepted"/g)).toHaveLength(1));
  tally({ what: "Swapped reviews, the prompt", attempts: rounds, refused: rounds, crashes: 0, lost: 0, leaked: 0 });
});
