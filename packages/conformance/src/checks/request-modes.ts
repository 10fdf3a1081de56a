/** What workspace requests can do is the host's choice (WSM-10). Accepting a write needs a user. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCodes, requestMethods } from "@tandem-ide/protocol";
import { type Check, onConnection } from "../check.js";
import type { CheckContext } from "../context.js";
import { describeAnswer, expectEqual, expectError, expectResult } from "../expect.js";
import { fill, insideDirectory } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { asAnswer, type RawClient } from "../wire/raw-client.js";

const oldText = "old text\n";

/** A directory with an existing file to change, and the name of a new file to create. */
interface Targets {
  /** The two paths for requests. */
  readonly paths: readonly string[];
  /** Checks that nothing has changed. */
  expectUntouched(when: string): Promise<void>;
}

async function createTargets(context: CheckContext): Promise<Targets> {
  const directory = await insideDirectory(context);
  await fill(directory.absolute, { "existing.txt": oldText });
  return {
    paths: [`${directory.relative}/existing.txt`, `${directory.relative}/new.txt`],
    async expectUntouched(when) {
      expectEqual(
        await readFile(join(directory.absolute, "existing.txt"), "utf8"),
        oldText,
        `the text on disk ${when}`,
      );
      expectEqual(await readdir(directory.absolute), ["existing.txt"], `the files in the directory ${when}`);
    },
  };
}

const params = (path: string) => ({ path, content: "new text\n" });

/** Requests writes to the existing file and the new file. */
async function askToWrite(context: CheckContext, client: RawClient): Promise<Targets & { ids: (string | number)[] }> {
  const targets = await createTargets(context);
  const ids = targets.paths.map((path) => client.post("writeFile", params(path)));
  await context.sleep(context.settings.times.quietMs);
  return { ...targets, ids };
}

/** Checks that the undecided writes aren't answered. */
function expectUnanswered(client: RawClient, ids: readonly (string | number)[], when: string): void {
  const answers = client.takeMessages().flatMap((message) => asAnswer(message) ?? []);
  const seen = answers.find(({ id }) => id !== null && ids.includes(id));
  if (seen) throw new Failure(`writeFile to stay unanswered ${when}`, describeAnswer(seen));
}

/** Without diffs, nobody can be asked, so writes must fail and the other checks don't apply. */
async function needsReviews(context: CheckContext): Promise<void> {
  if ((await context.facts.toolNames()).has("openDiff")) return;
  const client = await context.connect();
  const targets = await createTargets(context);
  for (const path of targets.paths) {
    const answer = await client.request("writeFile", params(path));
    expectError(answer, errorCodes.internalError, "writeFile on an endpoint without openDiff");
  }
  await targets.expectUntouched("after a write without openDiff");
  throw new NotApplicable("the endpoint doesn't advertise openDiff, so it can't ask; it wrote nothing");
}

export const requestModeChecks: readonly Check[] = [
  {
    name: "WSM-10/off",
    modes: ["off"],
    title: "With workspace requests off, all eight are answered with -32601, and the connection stays open",
    run: onConnection(async (client) => {
      for (const method of requestMethods) {
        // Without params, even a faulty endpoint writes nothing.
        const answer = await client.request(method, {});
        expectError(answer, errorCodes.methodNotFound, `${method}, because workspace requests are off`);
      }
      expectResult(await client.request("ping"), "a response to ping after the refused requests");
    }),
  },
  {
    name: "WSM-10/no-write",
    modes: ["off", "read"],
    title: "If workspace requests can't write, writeFile is answered with -32601 and writes nothing",
    writes: true,
    run: onConnection(async (client, context) => {
      const targets = await createTargets(context);
      for (const path of targets.paths) {
        const answer = await client.request("writeFile", params(path));
        expectError(answer, errorCodes.methodNotFound, "writeFile, because workspace requests can't write");
      }
      await targets.expectUntouched("after writeFile was refused");
    }),
  },
  {
    name: "WSM-10/asks",
    modes: ["ask"],
    title: "Nothing is written or answered until the user decides, and other requests aren't blocked",
    writes: true,
    async run(context) {
      await needsReviews(context);
      const client = await context.connect();
      const { paths, ids, expectUntouched } = await askToWrite(context, client);
      expectUnanswered(client, ids, "until the user decides");
      await expectUntouched("while the user is asked");
      const read = await client.request("readFile", { path: paths[0] });
      expectEqual(
        expectResult(read, "a result from readFile while a write is pending"),
        oldText,
        "the text from readFile",
      );
    },
  },
  {
    name: "WSM-10/cancelled",
    modes: ["ask"],
    title: "A pending write that is cancelled writes nothing and gets no response",
    writes: true,
    async run(context) {
      await needsReviews(context);
      const client = await context.session();
      const { ids, expectUntouched } = await askToWrite(context, client);
      for (const requestId of ids) client.notify("notifications/cancelled", { requestId, reason: "conformance" });
      await context.sleep(context.settings.times.quietMs);
      expectResult(await client.request("ping"), "a response to ping after a cancellation");
      expectUnanswered(client, ids, "after it was cancelled");
      await expectUntouched("after the cancellation");
    },
  },
  {
    name: "WSM-10/gone",
    modes: ["ask"],
    title: "A pending write whose client disconnects writes nothing",
    writes: true,
    async run(context) {
      await needsReviews(context);
      const client = await context.connect();
      const { expectUntouched } = await askToWrite(context, client);
      await client.close();
      await context.sleep(context.settings.times.quietMs);
      await expectUntouched("after the client has disconnected");
    },
  },
];
