/** The workspace requests, which need no initialize (WSM-01 to WSM-09). */
import { open, readdir, readFile, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { errorCodes, type RequestMethod, requestResults, resourcesSchema } from "@tandem/protocol";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectResult, expectShape, type Schema } from "../expect.js";
import { fill, openInEditor, roomInWorkspace, sampleFile, workspaceFolder } from "../files.js";
import { Failure } from "../outcome.js";
import { whereRead, whereWritten } from "../request-modes.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

/** Asks and returns the result in the protocol's form. */
async function ask<T>(client: RawClient, method: RequestMethod, schema: Schema<T>, params?: unknown): Promise<T> {
  const result = expectResult(await client.request(method, params), `a result of ${method}`);
  return expectShape(schema, result, `the result of ${method} in its own form`);
}

function listFiles(client: RawClient, params?: unknown): Promise<string[]> {
  return ask(client, "listFiles", requestResults.listFiles, params);
}

/** Paths as they go over the wire: below the first folder, with `/` between parts. */
function expectRelative(paths: readonly string[], method: string): void {
  const wrong = paths.find((path) => path === "" || /^(\/|[A-Za-z]:|\.\.?\/)/.test(path) || path.includes("\\"));
  if (wrong !== undefined) throw new Failure(`paths relative to the first folder from ${method}`, show(wrong));
}

async function expectReads(context: CheckContext, method: "files/read" | "readFile"): Promise<void> {
  const client = await context.connect();
  const sample = await sampleFile(context, client);
  const text = await ask(client, method, requestResults[method], { path: sample.relative });
  expectEqual(text, sample.content, `the text of ${sample.relative}`);
}

async function expectMissing(context: CheckContext, method: "files/read" | "readFile"): Promise<void> {
  const client = await context.connect();
  const answer = await client.request(method, { path: "tandem-conformance-nowhere.txt" });
  expectError(answer, errorCodes.internalError, `${method} of a file that is not there`, [
    "failed to read file: File not found",
  ]);
}

export const workspaceRequestChecks: readonly Check[] = [
  {
    name: "WSM-01/reads",
    modes: whereRead,
    title: "files/read answers a file's text",
    run: (context) => expectReads(context, "files/read"),
  },
  {
    name: "WSM-01/missing",
    modes: whereRead,
    title: "files/read of a file that is not there is -32603 and says so",
    run: (context) => expectMissing(context, "files/read"),
  },
  {
    name: "WSM-02/form",
    modes: whereRead,
    title: "workspace/selection answers the selection and the cursor, or why there is none",
    async run(context) {
      await ask(await context.connect(), "workspace/selection", requestResults["workspace/selection"]);
    },
  },
  {
    name: "WSM-03/before-initialize",
    title: "resources/list is answered before initialize",
    async run(context) {
      const answer = await (await context.connect()).request("resources/list");
      const result = expectResult(answer, "a result of resources/list before initialize");
      expectShape(resourcesSchema, result, "a list of resources");
    },
  },
  {
    name: "WSM-04/reads",
    modes: whereRead,
    title: "readFile answers a file's text",
    run: (context) => expectReads(context, "readFile"),
  },
  {
    name: "WSM-04/missing",
    modes: whereRead,
    title: "readFile of a file that is not there is -32603 and says so",
    run: (context) => expectMissing(context, "readFile"),
  },
  {
    name: "WSM-04/arguments",
    modes: whereRead,
    title: "readFile without a path, or with more than a path, is -32602",
    async run(context) {
      const client = await context.connect();
      for (const params of [{}, undefined, { path: 7 }, { path: "a.txt", unheardOf: 1 }]) {
        const answer = await client.request("readFile", params);
        expectError(answer, errorCodes.invalidParams, `readFile with ${show(params)}`);
      }
    },
  },
  {
    name: "WSM-04/binary",
    modes: whereRead,
    title: "readFile refuses a binary file",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      await fill(room.absolute, { "nul.bin": Buffer.from("a\0b"), "latin1.txt": Buffer.from([0x47, 0xfc, 0x0a]) });
      for (const name of ["nul.bin", "latin1.txt"]) {
        const answer = await client.request("readFile", { path: `${room.relative}/${name}` });
        if (answer.ok) throw new Failure(`an error for the binary file ${name}`, show(answer.result));
      }
    },
  },
  {
    name: "WSM-05/writes",
    modes: whereWritten,
    title: "writeFile writes the exact text, makes the directories, and leaves nothing beside the file",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      const content = "Grüße, 世界 😀\r\nno newline at the end";
      const path = `${room.relative}/a/b/new file.txt`;
      await ask(client, "writeFile", requestResults.writeFile, { path, content });
      expectEqual(await readFile(join(room.absolute, "a/b/new file.txt"), "utf8"), content, "the text on disk");
      expectEqual(await readdir(join(room.absolute, "a/b")), ["new file.txt"], "what is in the directory");
    },
  },
  {
    name: "WSM-05/atomic",
    modes: whereWritten,
    title: "writeFile replaces a file by renaming: whoever has it open keeps the old text",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      await fill(room.absolute, { "kept.txt": "old text" });
      const before = await open(join(room.absolute, "kept.txt"));
      context.defer(() => before.close());
      const params = { path: `${room.relative}/kept.txt`, content: "new" };
      await ask(client, "writeFile", requestResults.writeFile, params);
      expectEqual(await before.readFile("utf8"), "old text", "what an open handle reads");
      expectEqual(await readFile(join(room.absolute, "kept.txt"), "utf8"), "new", "the text on disk");
    },
  },
  {
    name: "WSM-06/form",
    modes: whereRead,
    title: "listFiles answers paths relative to the first folder, none of them in .git",
    async run(context) {
      const paths = await listFiles(await context.connect());
      expectRelative(paths, "listFiles");
      const inside = paths.find((path) => path.split("/").includes(".git"));
      if (inside !== undefined) throw new Failure("nothing below .git from listFiles", show(inside));
      if (new Set(paths).size !== paths.length) throw new Failure("each path once", "some path twice");
    },
  },
  {
    name: "WSM-06/pattern",
    modes: whereRead,
    title: "listFiles takes a glob, which without a slash is a file name",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      await fill(room.absolute, { "a.zebra": "", "deep/b.zebra": "", "deep/c.txt": "" });
      const of = async (pattern: string) => (await listFiles(client, { pattern })).sort();
      const [a, b] = [`${room.relative}/a.zebra`, `${room.relative}/deep/b.zebra`];
      expectEqual(await of("*.zebra"), [a, b].sort(), "listFiles with *.zebra");
      expectEqual(await of(`${room.relative}/*/*.zebra`), [b], "listFiles with a pattern of three parts");
    },
  },
  {
    name: "WSM-06/ignored",
    modes: whereRead,
    title: "listFiles honours .gitignore, names dot files, and names links without following them",
    writes: true,
    async run(context) {
      const client = await context.connect();
      const room = await roomInWorkspace(context);
      await fill(room.absolute, {
        ".gitignore": "*.log\nbuild/\n",
        ".dotted": "",
        "kept.txt": "",
        "noise.log": "",
        "build/made.txt": "",
        "real/inner.txt": "",
      });
      const linked = await symlink(join(room.absolute, "real"), join(room.absolute, "link")).then(
        () => ["link"],
        () => [],
      );
      const listed = (await listFiles(client)).filter((path) => path.startsWith(`${room.relative}/`)).sort();
      const expected = [".dotted", ".gitignore", "kept.txt", "real/inner.txt", ...linked];
      expectEqual(listed, expected.map((name) => `${room.relative}/${name}`).sort(), "the files listed");
    },
  },
  {
    name: "WSM-07/form",
    modes: whereRead,
    title: "getWorkspaceInfo answers name, path, type and as many files as listFiles names",
    async run(context) {
      const client = await context.connect();
      const info = await ask(client, "getWorkspaceInfo", requestResults.getWorkspaceInfo);
      const folder = await workspaceFolder(context);
      expectEqual(info.path, folder, "path, the first folder");
      expectEqual(info.name, basename(folder), "name");
      if (info.type === "") throw new Failure("a type, such as folder", "an empty one");
      expectEqual(info.fileCount, (await listFiles(client)).length, "fileCount");
    },
  },
  {
    name: "WSM-08/form",
    modes: whereRead,
    title: "getOpenFiles answers paths",
    async run(context) {
      const paths = await ask(await context.connect(), "getOpenFiles", requestResults.getOpenFiles);
      const wrong = paths.find((path) => path === "" || path.includes("\\"));
      if (wrong !== undefined) throw new Failure("paths with / between parts", show(wrong));
    },
  },
  {
    name: "WSM-08/opened",
    modes: whereRead,
    title: "A workspace file that was opened is among getOpenFiles, relative to the first folder",
    writes: true,
    async run(context) {
      await context.needsTools("openFile");
      const client = await context.session();
      const sample = await sampleFile(context, client);
      await openInEditor(context, client, { filePath: sample.absolute });
      await context.eventually(async () => {
        const paths = await ask(client, "getOpenFiles", requestResults.getOpenFiles);
        if (!paths.includes(sample.relative)) throw new Failure(`${sample.relative} among getOpenFiles`, show(paths));
      });
    },
  },
  {
    name: "WSM-09/form",
    modes: whereRead,
    title: "getCurrentFile answers a path or null",
    async run(context) {
      await ask(await context.connect(), "getCurrentFile", requestResults.getCurrentFile);
    },
  },
  {
    name: "WSM-09/opened",
    modes: whereRead,
    title: "A workspace file that was opened is the current one, relative to the first folder",
    writes: true,
    async run(context) {
      await context.needsTools("openFile");
      const client = await context.session();
      const sample = await sampleFile(context, client);
      await openInEditor(context, client, { filePath: sample.absolute });
      await context.eventually(async () => {
        const current = await ask(client, "getCurrentFile", requestResults.getCurrentFile);
        expectEqual(current, sample.relative, "the current file");
      });
    },
  },
];
