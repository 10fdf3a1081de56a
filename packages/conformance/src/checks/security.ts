/** What workspace requests can't access (SEC-01, SEC-02), and hidden files (PRV-01). */
import { readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCodes } from "@tandem-ide/protocol";
import { callTool, listeningSession, useTool } from "../calls.js";
import { type Check, inSession, onConnection } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectResult, expectToolError } from "../expect.js";
import {
  fill,
  insideDirectory,
  openInEditor,
  outsideDirectory,
  outsideFile,
  sampleFile,
  workspaceFolder,
} from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { readModes, writeFileModes } from "../request-modes.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

const secret = "tandem-conformance: this text must not be leaked\n";
/** A part of it that no check sends, so seeing it means a leak. */
const leakedText = "must not be leaked";

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

/** Creates links in the workspace to `secret.txt` in a directory outside. */
async function linkOutside(context: CheckContext): Promise<{ relative: string; outside: string }> {
  const directory = await insideDirectory(context);
  const outside = await outsideDirectory(context);
  await writeFile(join(outside, "secret.txt"), secret);
  try {
    await symlink(outside, join(directory.absolute, "link"), "dir");
    await symlink(join(outside, "secret.txt"), join(directory.absolute, "direct.txt"), "file");
  } catch {
    throw new NotApplicable("symbolic links can't be created on this machine");
  }
  return { relative: directory.relative, outside };
}

/** Removes what a faulty endpoint creates, starting at the first missing part of the path. */
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
    modes: readModes,
    title: "A path with a .. segment is refused with -32602 and the path",
    run: onConnection(async (client) => {
      for (const path of ["../secret.txt", "a/../../secret.txt", "a/../secret.txt", ".."])
        await expectRefusedRead(client, path);
    }),
  },
  {
    name: "SEC-01/home",
    modes: readModes,
    title: "A path with a leading ~ is refused with -32602 and the path",
    run: onConnection(async (client) => {
      for (const path of ["~/.ssh/id_rsa", "~", "~root/x"]) await expectRefusedRead(client, path);
    }),
  },
  {
    name: "SEC-01/names",
    modes: readModes,
    title: "a..b and x~ are ordinary names",
    run: onConnection(async (client) => {
      for (const path of ["tandem-conformance..nowhere", "tandem-conformance-nowhere~", "..tandem-conformance"]) {
        const answer = await client.request("readFile", { path });
        expectError(answer, errorCodes.internalError, `the missing file ${path}`, ["not found"]);
      }
    }),
  },
  {
    name: "SEC-01/outside",
    modes: readModes,
    title: "A file outside the folders can't be read by its absolute path",
    run: onConnection(async (client, context) => {
      const path = await outsideFile(context, "secret.txt", secret);
      for (const method of ["readFile", "files/read"]) {
        const answer = await client.request(method, { path });
        if (answer.ok)
          throw new Failure(`an error for ${method} of a file outside`, `the result ${show(answer.result)}`);
      }
    }),
  },
  {
    name: "SEC-01/inside",
    modes: readModes,
    title: "An absolute path inside a folder works, and any other leading slash means the first folder",
    run: onConnection(async (client, context) => {
      const sample = await sampleFile(context, client);
      for (const path of [sample.absolute, `/${sample.relative}`]) {
        const text = expectResult(await client.request("readFile", { path }), `the text of ${show(path)}`);
        expectEqual(text, sample.content, `the text of ${show(path)}`);
      }
    }),
  },
  {
    name: "SEC-01/parent-write",
    modes: writeFileModes,
    title: "writeFile to a path with a .. segment or a leading ~ is refused and writes nothing",
    writes: true,
    async run(context) {
      const folder = await workspaceFolder(context);
      const client = await context.connect();
      const name = `tandem-conformance-${process.pid}-escaped.txt`;
      const escaped = join(dirname(folder), name);
      context.defer(() => rm(escaped, { force: true }));
      // Only removes what is new, because the user may have a folder named ~.
      await undoWrite(context, folder, `~/${name}`);
      await expectRefusedWrite(client, `../${name}`);
      if (await exists(escaped)) throw new Failure("no file outside the workspace", escaped);
      await expectRefusedWrite(client, `~/${name}`);
    },
  },
  {
    name: "SEC-01/link-read",
    modes: readModes,
    title: "Reading through a symbolic link to outside is refused with -32602",
    writes: true,
    run: onConnection(async (client, context) => {
      const { relative } = await linkOutside(context);
      await expectRefusedRead(client, `${relative}/link/secret.txt`);
      await expectRefusedRead(client, `${relative}/direct.txt`);
    }),
  },
  {
    name: "SEC-01/link-write",
    modes: writeFileModes,
    title: "Writing through a symbolic link to outside is refused with -32602",
    writes: true,
    run: onConnection(async (client, context) => {
      const { relative, outside } = await linkOutside(context);
      await expectRefusedWrite(client, `${relative}/link/new.txt`);
      await expectRefusedWrite(client, `${relative}/link/deep/new.txt`);
      if ((await exists(join(outside, "new.txt"))) || (await exists(join(outside, "deep"))))
        throw new Failure("no file outside the workspace", "one was created through the link");
    }),
  },
  {
    name: "SEC-02/hidden-write",
    modes: writeFileModes,
    title: "writeFile into .git or .obsidian is refused with -32602",
    writes: true,
    async run(context) {
      const folder = await workspaceFolder(context);
      const client = await context.connect();
      const directory = await insideDirectory(context);
      const name = `tandem-conformance-${process.pid}`;
      for (const path of [`.git/${name}`, `.obsidian/${name}`, `${directory.relative}/.git/hooks/${name}`]) {
        await undoWrite(context, folder, path);
        await expectRefusedWrite(client, path);
        if (await exists(join(folder, path))) throw new Failure(`no file ${path}`, "it was written");
      }
    },
  },
  {
    name: "SEC-02/code-write",
    modes: writeFileModes,
    title: "writeFile refuses files that can run code, such as .vscode/tasks.json and package.json, with -32602",
    writes: true,
    run: onConnection(async (client, context) => {
      const directory = await insideDirectory(context);
      for (const name of [".vscode/tasks.json", "package.json", "Package.JSON", "node_modules/tool/index.js"]) {
        await expectRefusedWrite(client, `${directory.relative}/${name}`);
        if (await exists(join(directory.absolute, name))) throw new Failure(`no file ${name}`, "it was written");
      }
    }),
  },
  {
    name: "SEC-02/directory",
    title: "openFile on a directory is a tool error",
    run: inSession(["openFile"], async (client, context) => {
      const filePath = await outsideDirectory(context);
      const answer = await callTool(client, "openFile", { filePath });
      expectToolError(answer, "openFile", "a directory");
    }),
  },
  {
    name: "SEC-02/outside-text",
    title: "Text that is selected outside the workspace isn't shared",
    async run(context) {
      await context.needsTools("openFile");
      const client = await listeningSession(context);
      const advertised = await context.facts.toolNames();
      const filePath = await outsideFile(context, "outside.txt", secret);
      for (const wanted of [
        { startLine: 1 },
        { startText: "this text", selectToEndOfLine: true },
        { startText: "this text", endText: "leaked" },
      ]) {
        const how = `of a file outside, opened with ${show(wanted)}`;
        await openInEditor(context, client, { filePath, ...wanted });
        await context.expectSilence(
          client,
          (seen) => JSON.stringify(seen).includes(leakedText),
          `no notification with the text ${how}`,
        );
        for (const tool of ["getCurrentSelection", "getLatestSelection", "getOpenEditors"] as const) {
          if (!advertised.has(tool)) continue;
          const answer = await useTool(client, tool, {});
          if (JSON.stringify(answer).includes(leakedText)) throw new Failure(`no text in ${tool} ${how}`, show(answer));
        }
      }
    },
  },
  {
    name: "SEC-02/outside-guess",
    title: "openFile doesn't reveal whether a file outside the workspace contains a text",
    run: inSession(["openFile"], async (client, context) => {
      const isAsked = (await context.facts.toolNames()).has("getCurrentSelection");
      const filePath = await outsideFile(context, "outside.txt", `first line\n${secret}`);
      const guess = async (startText: string) => {
        const answer = await openInEditor(context, client, { filePath, startText });
        await context.sleep(context.settings.times.quietMs);
        const { text, selection } = isAsked ? await useTool(client, "getCurrentSelection", {}) : {};
        return [answer, text, selection];
      };
      // The order matters: a selection stays if the next text isn't found, which would hide a difference.
      const wrong = await guess("that text");
      expectEqual(await guess("this text"), wrong, "the same response and selection for existing and missing text");
    }),
  },
  {
    name: "PRV-01/requests",
    modes: readModes,
    title: "A file such as .env can't be read, written or listed",
    writes: true,
    async run(context) {
      // Gather the facts first, because that may replace a connected client.
      const mode = await context.facts.requestMode();
      const client = await context.connect();
      const directory = await insideDirectory(context);
      await fill(directory.absolute, { ".env": secret, ".env.local": secret });
      for (const name of [".env", ".env.local"]) {
        const path = `${directory.relative}/${name}`;
        const read = await client.request("readFile", { path });
        if (read.ok) throw new Failure(`an error for readFile of ${name}`, `the result ${show(read.result)}`);
        if (writeFileModes.includes(mode)) await expectRefusedWrite(client, path);
        expectEqual(await readFile(join(directory.absolute, name), "utf8"), secret, `the text of ${name} on disk`);
        const listed = expectResult(await client.request("listFiles"), "a result from listFiles");
        if (Array.isArray(listed) && listed.includes(path)) throw new Failure(`no ${name} from listFiles`, path);
      }
    },
  },
  {
    name: "PRV-01/selection",
    title: "A file such as .env can be opened, but its selection isn't shared",
    writes: true,
    async run(context) {
      await context.needsTools("openFile", "getCurrentSelection");
      const client = await listeningSession(context);
      const directory = await insideDirectory(context);
      const filePath = join(directory.absolute, ".env");
      await writeFile(filePath, secret);
      await openInEditor(context, client, { filePath, startText: "this text" });
      await context.eventually(async () => {
        const { success, message } = await useTool(client, "getCurrentSelection", {});
        const expected = { success: false, message: "Hidden by privacy rules" };
        expectEqual({ success, message }, expected, `the selection in ${basename(filePath)}`);
      });
      await context.expectSilence(
        client,
        (seen) => JSON.stringify(seen).includes(directory.relative),
        "no notification about a hidden file",
      );
    },
  },
];
