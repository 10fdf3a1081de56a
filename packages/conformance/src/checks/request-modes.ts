/** What the workspace requests may do is the host's choice (WSM-10). What an accepted write does needs a user's hand. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCodes, requestMethods } from "@tandem/protocol";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { describeAnswer, expectEqual, expectError, expectResult } from "../expect.js";
import { fill, roomInWorkspace } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { asAnswer, type RawClient } from "../wire/raw-client.js";

const oldText = "old text\n";

/** A directory with one file that a check wants to change, and beside it the name of one that it wants to make. */
interface Place {
  /** The two paths as a request names them. */
  readonly paths: readonly string[];
  /** Throws a `Failure` when anything there is not as it was. */
  expectUntouched(when: string): Promise<void>;
}

async function makePlace(context: CheckContext): Promise<Place> {
  const room = await roomInWorkspace(context);
  await fill(room.absolute, { "there.txt": oldText });
  return {
    paths: [`${room.relative}/there.txt`, `${room.relative}/new.txt`],
    async expectUntouched(when) {
      expectEqual(await readFile(join(room.absolute, "there.txt"), "utf8"), oldText, `the text on disk ${when}`);
      expectEqual(await readdir(room.absolute), ["there.txt"], `what is in the directory ${when}`);
    },
  };
}

const params = (path: string) => ({ path, content: "new text\n" });

/** A file that stands there and one that does not, both asked to be written. */
async function askToWrite(context: CheckContext, client: RawClient): Promise<Place & { ids: (string | number)[] }> {
  const place = await makePlace(context);
  const ids = place.paths.map((path) => client.post("writeFile", params(path)));
  await context.sleep(context.settings.times.quietMs);
  return { ...place, ids };
}

/** No user has decided, so there is nothing to answer. */
function expectUnanswered(client: RawClient, ids: readonly (string | number)[], when: string): void {
  const answers = client.takeMessages().flatMap((message) => asAnswer(message) ?? []);
  const seen = answers.find(({ id }) => id !== null && ids.includes(id));
  if (seen) throw new Failure(`writeFile to stay unanswered ${when}`, describeAnswer(seen));
}

/** Where no diff can be shown nobody can be asked: such a write must fail, and the other checks say nothing. */
async function needsReviews(context: CheckContext): Promise<void> {
  if ((await context.facts.toolNames()).has("openDiff")) return;
  const client = await context.connect();
  const place = await makePlace(context);
  for (const path of place.paths) {
    const answer = await client.request("writeFile", params(path));
    expectError(answer, errorCodes.internalError, "writeFile where the endpoint shows no diffs to ask with");
  }
  await place.expectUntouched("after a write that nobody could be asked about");
  throw new NotApplicable("the endpoint does not advertise openDiff, so it cannot ask; it wrote nothing");
}

export const requestModeChecks: readonly Check[] = [
  {
    name: "WSM-10/off",
    modes: ["off"],
    title: "With workspace requests off each of the eight is -32601, and the connection goes on",
    async run(context) {
      const client = await context.connect();
      for (const method of requestMethods) {
        // Without params nothing is written, whatever the endpoint does.
        const answer = await client.request(method, {});
        expectError(answer, errorCodes.methodNotFound, `${method}, since workspace requests are off`);
      }
      expectResult(await client.request("ping"), "an answer to ping after requests that are off");
    },
  },
  {
    name: "WSM-10/no-write",
    modes: ["off", "read"],
    title: "Where workspace requests do not write, writeFile is -32601 and writes nothing",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const place = await makePlace(context);
      for (const path of place.paths) {
        const answer = await client.request("writeFile", params(path));
        expectError(answer, errorCodes.methodNotFound, "writeFile, since workspace requests do not write");
      }
      await place.expectUntouched("after writeFile was refused");
    },
  },
  {
    name: "WSM-10/asks",
    modes: ["ask"],
    title: "A write is neither answered nor made until the user decides, and holds up no other request",
    writes: true,
    async run(context) {
      await needsReviews(context);
      const client = await context.connect();
      const { paths, ids, expectUntouched } = await askToWrite(context, client);
      expectUnanswered(client, ids, "until the user decides");
      await expectUntouched("while the user is asked");
      const read = await client.request("readFile", { path: paths[0] });
      expectEqual(expectResult(read, "a result of readFile while a write waits"), oldText, "the text that is read");
    },
  },
  {
    name: "WSM-10/cancelled",
    modes: ["ask"],
    title: "A write that is cancelled while the user is asked writes nothing and gets no answer",
    writes: true,
    async run(context) {
      await needsReviews(context);
      const client = await context.session();
      const { ids, expectUntouched } = await askToWrite(context, client);
      for (const requestId of ids) client.notify("notifications/cancelled", { requestId, reason: "conformance" });
      await context.sleep(context.settings.times.quietMs);
      expectResult(await client.request("ping"), "an answer to ping after a cancellation");
      expectUnanswered(client, ids, "after it was cancelled");
      await expectUntouched("after the cancellation");
    },
  },
  {
    name: "WSM-10/gone",
    modes: ["ask"],
    title: "A write whose client leaves while the user is asked writes nothing",
    writes: true,
    async run(context) {
      await needsReviews(context);
      const client = await context.connect();
      const { expectUntouched } = await askToWrite(context, client);
      await client.close();
      await context.sleep(context.settings.times.quietMs);
      await expectUntouched("after the client has left");
    },
  },
];
