/** Where the workspace requests may not reach (SEC-01, SEC-02), and what is withheld (PRV-01). */
import { readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCodes } from "@tandem/protocol";
import { callTool, listening, useTool } from "../calls.js";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectResult, expectToolError } from "../expect.js";
import {
  fill,
  openInEditor,
  outsideDirectory,
  outsideFile,
  roomInWorkspace,
  sampleFile,
  workspaceFolder,
} from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { whereRead, whereWriteIsServed } from "../request-modes.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

const secret = "tandem-conformance: this text must not be given out\n";
/** A part of it that no check sends. */
const givenAway = "must not be given out";

async function expectRefusedRead(client: RawClient, path: string): Promise<void> {
  for (const method of ["readFile", "files/read"])
    expectError(await client.request(method, { path }), errorCodes.invalidParams, `${method} of ${show(path)}`, [path]);
}

async function expectRefusedWrite(client: RawClient, path: string): Promise<void> {
  const answer = await client.request("writeFile", { path, content: secret });
  expectError(answer, errorCodes.invalidParams, `writeFile to ${show(path)}`, [path]);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A link in the workspace to a directory outside it that holds `secret.txt`. */
async function linkOutside(context: CheckContext): Promise<{ relative: string; outside: string }> {
  const room = await roomInWorkspace(context);
  const outside = await outsideDirectory(context);
  await writeFile(join(outside, "secret.txt"), secret);
  try {
    await symlink(outside, join(room.absolute, "link"), "dir");
    await symlink(join(outside, "secret.txt"), join(room.absolute, "direct.txt"), "file");
  } catch {
    throw new NotApplicable("this machine does not let the check make symbolic links");
  }
  return { relative: room.relative, outside };
}

/** Removes what a wrong endpoint makes, down from the first part that was not there before. */
async function undoWrite(context: CheckContext, folder: string, relative: string): Promise<void> {
  let path = folder;
  for (const part of relative.split("/")) {
    path = join(path, part);
    if (await exists(path)) continue;
    context.defer(() => rm(path, { recursive: true, force: true }));
    return;
  }
}

export const securityChecks: readonly Check[] = [
  {
    name: "SEC-01/parent",
    modes: whereRead,
    title: "A path with a .. segment is refused with -32602 and named",
    async run(context) {
      const client = await context.connect();
      for (const path of ["../secret.txt", "a/../../secret.txt", "a/../secret.txt", ".."])
        await expectRefusedRead(client, path);
    },
  },
  {
    name: "SEC-01/home",
    modes: whereRead,
    title: "A path with a leading ~ is refused with -32602 and named",
    async run(context) {
      const client = await context.connect();
      for (const path of ["~/.ssh/id_rsa", "~", "~root/x"]) await expectRefusedRead(client, path);
    },
  },
  {
    name: "SEC-01/names",
    modes: whereRead,
    title: "a..b and x~ are names like others",
    async run(context) {
      const client = await context.connect();
      for (const path of ["tandem-conformance..nowhere", "tandem-conformance-nowhere~", "..tandem-conformance"]) {
        const answer = await client.request("readFile", { path });
        expectError(answer, errorCodes.internalError, `a file ${path} that is not there`, ["not found"]);
      }
    },
  },
  {
    name: "SEC-01/outside",
    modes: whereRead,
    title: "An absolute path outside the folders gives nothing of what is there",
    async run(context) {
      const client = await context.connect();
      const path = await outsideFile(context, "secret.txt", secret);
      for (const method of ["readFile", "files/read"]) {
        const answer = await client.request(method, { path });
        if (answer.ok)
          throw new Failure(`an error for ${method} of a file outside`, `the result ${show(answer.result)}`);
      }
    },
  },
  {
    name: "SEC-01/inside",
    modes: whereRead,
    title: "An absolute path inside a folder is taken, and another leading slash means the first folder",
    async run(context) {
      const client = await context.connect();
      const sample = await sampleFile(context, client);
      for (const path of [sample.absolute, `/${sample.relative}`]) {
        const text = expectResult(await client.request("readFile", { path }), `the text of ${show(path)}`);
        expectEqual(text, sample.content, `the text of ${show(path)}`);
      }
    },
  },
  {
    name: "SEC-01/parent-write",
    modes: whereWriteIsServed,
    title: "writeFile to a path with a .. segment or a leading ~ is refused and writes nothing",
    writes: true,
    async run(context) {
      const folder = await workspaceFolder(context);
      const client = await context.connect();
      const name = `tandem-conformance-${process.pid}-escaped.txt`;
      const escaped = join(dirname(folder), name);
      context.defer(() => rm(escaped, { force: true }));
      // Only what was not there before is removed: the user may have a folder called ~.
      await undoWrite(context, folder, `~/${name}`);
      await expectRefusedWrite(client, `../${name}`);
      if (await exists(escaped)) throw new Failure("no file outside the workspace", escaped);
      await expectRefusedWrite(client, `~/${name}`);
    },
  },
  {
    name: "SEC-01/link-read",
    modes: whereRead,
    title: "Reading through a symbolic link that leads out is refused with -32602",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const { relative } = await linkOutside(context);
      await expectRefusedRead(client, `${relative}/link/secret.txt`);
      await expectRefusedRead(client, `${relative}/direct.txt`);
    },
  },
  {
    name: "SEC-01/link-write",
    modes: whereWriteIsServed,
    title: "Writing through a symbolic link that leads out is refused with -32602",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const { relative, outside } = await linkOutside(context);
      await expectRefusedWrite(client, `${relative}/link/new.txt`);
      await expectRefusedWrite(client, `${relative}/link/deep/new.txt`);
      if ((await exists(join(outside, "new.txt"))) || (await exists(join(outside, "deep"))))
        throw new Failure("no file outside the workspace", "one was made through the link");
    },
  },
  {
    name: "SEC-02/withheld-write",
    modes: whereWriteIsServed,
    title: "writeFile into .git or .obsidian is refused with -32602",
    writes: true,
    async run(context) {
      const folder = await workspaceFolder(context);
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      const name = `tandem-conformance-${process.pid}`;
      for (const path of [`.git/${name}`, `.obsidian/${name}`, `${room.relative}/.git/hooks/${name}`]) {
        await undoWrite(context, folder, path);
        await expectRefusedWrite(client, path);
        if (await exists(join(folder, path))) throw new Failure(`no file ${path}`, "it was written");
      }
    },
  },
  {
    name: "SEC-02/code-write",
    modes: whereWriteIsServed,
    title: "writeFile refuses files that run code, such as .vscode/tasks.json and package.json, with -32602",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      for (const name of [".vscode/tasks.json", "package.json", "Package.JSON", "node_modules/tool/index.js"]) {
        await expectRefusedWrite(client, `${room.relative}/${name}`);
        if (await exists(join(room.absolute, name))) throw new Failure(`no file ${name}`, "it was written");
      }
    },
  },
  {
    name: "SEC-02/directory",
    title: "openFile shows regular files only: a directory is a tool error",
    async run(context) {
      await context.needsTools("openFile");
      const filePath = await outsideDirectory(context);
      const answer = await callTool(await context.session(), "openFile", { filePath });
      expectToolError(answer, "openFile", "a directory");
    },
  },
  {
    name: "SEC-02/outside-text",
    title: "A client that has something selected outside the workspace is told no text of it",
    async run(context) {
      await context.needsTools("openFile");
      const client = await listening(context);
      const advertised = await context.facts.toolNames();
      const filePath = await outsideFile(context, "outside.txt", secret);
      for (const wanted of [
        { startLine: 1 },
        { startText: "this text", selectToEndOfLine: true },
        { startText: "this text", endText: "out" },
      ]) {
        const how = `of a file outside, opened with ${show(wanted)}`;
        await openInEditor(context, client, { filePath, ...wanted });
        await context.expectSilence(
          client,
          (seen) => JSON.stringify(seen).includes(givenAway),
          `no notification with the text ${how}`,
        );
        for (const tool of ["getCurrentSelection", "getLatestSelection", "getOpenEditors"] as const) {
          if (!advertised.has(tool)) continue;
          const answer = await useTool(client, tool, {});
          if (JSON.stringify(answer).includes(givenAway)) throw new Failure(`no text in ${tool} ${how}`, show(answer));
        }
      }
    },
  },
  {
    name: "SEC-02/outside-guess",
    title: "Whether a text stands in a file outside the workspace is neither said nor seen by the selection",
    async run(context) {
      await context.needsTools("openFile");
      const client = await context.session();
      const isAsked = (await context.facts.toolNames()).has("getCurrentSelection");
      const filePath = await outsideFile(context, "outside.txt", `first line\n${secret}`);
      const guess = async (startText: string) => {
        const said = await openInEditor(context, client, { filePath, startText });
        await context.sleep(context.settings.times.quietMs);
        const { text, selection } = isAsked ? await useTool(client, "getCurrentSelection", {}) : {};
        return [said, text, selection];
      };
      // In this order: a selection that was made stays when the next text is not found, and then there is no difference.
      const wrong = await guess("that text");
      expectEqual(await guess("this text"), wrong, "the same for a text that is there as for one that is not");
    },
  },
  {
    name: "PRV-01/requests",
    modes: whereRead,
    title: "A file such as .env is neither read, written nor listed",
    writes: true,
    async run(context) {
      // Facts first: finding them out may take the place of a client that is connected.
      const mode = await context.facts.requestMode();
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      await fill(room.absolute, { ".env": secret, ".env.local": secret });
      for (const name of [".env", ".env.local"]) {
        const path = `${room.relative}/${name}`;
        const read = await client.request("readFile", { path });
        if (read.ok) throw new Failure(`an error for readFile of ${name}`, `the result ${show(read.result)}`);
        if (whereWriteIsServed.includes(mode)) await expectRefusedWrite(client, path);
        expectEqual(await readFile(join(room.absolute, name), "utf8"), secret, `the text of ${name} on disk`);
        const listed = expectResult(await client.request("listFiles"), "a result of listFiles");
        if (Array.isArray(listed) && listed.includes(path)) throw new Failure(`no ${name} from listFiles`, path);
      }
    },
  },
  {
    name: "PRV-01/selection",
    title: "A file such as .env may be opened, and nothing of it is told as the selection",
    writes: true,
    async run(context) {
      await context.needsTools("openFile", "getCurrentSelection");
      const client = await listening(context);
      const room = await roomInWorkspace(context);
      const filePath = join(room.absolute, ".env");
      await writeFile(filePath, secret);
      await openInEditor(context, client, { filePath, startText: "this text" });
      await context.eventually(async () => {
        const { success, message } = await useTool(client, "getCurrentSelection", {});
        const expected = { success: false, message: "Withheld by privacy rules" };
        expectEqual({ success, message }, expected, `the selection in ${basename(filePath)}`);
      });
      await context.expectSilence(
        client,
        (seen) => JSON.stringify(seen).includes(room.relative),
        "no notification about a withheld file",
      );
    },
  },
];
