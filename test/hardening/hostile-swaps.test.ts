/** A client that takes back what its user is about to answer, and sends another in its place: it gets no yes for that. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem/client";
import { expect, onTestFinished, test } from "vitest";
import { Home } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { tally } from "./tally.js";

test("an accept that is typed without a number for a review that is gone accepts no other, swap after swap", async () => {
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
      new RegExp(`Review ${shown} is over, so your answer was not used\\.\\s+Waiting now:\\s+Review ${other}:`),
    );
    server.say(`reject ${other}`);
    if ((await evil).decision !== "rejected") accepted++;
  }
  // What was shown after a refusal is what the next word without a number means.
  const last = propose("seen\n");
  await server.printed(new RegExp(`"review-opened","review":${2 * rounds + 1},`));
  server.say("accept");
  expect(await last).toEqual({ decision: "saved", text: "seen\n" });
  expect(accepted).toBe(0);
  await eventually(() => expect(server.stdout.match(/"outcome":"accepted"/g)).toHaveLength(1));
  tally({ what: "Swapped reviews, the prompt", attempts: rounds, refused: rounds, crashes: 0, lost: 0, leaked: 0 });
});
