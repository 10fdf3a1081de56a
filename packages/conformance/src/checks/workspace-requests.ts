/** Workspace requests, which don't need initialize (WSM-01 to WSM-09). */
import { open, readdir, readFile, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { errorCodes, type RequestMethod, requestResults, resourcesSchema } from "@tandem-ide/protocol";
import { type Check, inSession, onConnection } from "../check.js";
import { expectEqual, expectError, expectResult, expectShape, type Schema } from "../expect.js";
import { fill, insideDirectory, openInEditor, sampleFile, workspaceFolder } from "../files.js";
import { Failure } from "../outcome.js";
import { readModes, unattendedWriteModes } from "../request-modes.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

/** Sends a request and returns its parsed result. */
async function ask<T>(client: RawClient, method: RequestMethod, schema: Schema<T>, params?: unknown): Promise<T> {
  const result = expectResult(await client.request(method, params), `a result from ${method}`);
  return expectShape(schema, result, `a well-formed result from ${method}`);
}

function listFiles(client: RawClient, params?: unknown): Promise<string[]> {
  return ask(client, "listFiles", requestResults.listFiles, params);
}

/** Checks that paths are relative to the first folder, with `/` as the separator. */
function expectRelative(paths: readonly string[], method: string): void {
  const wrong = paths.find((path) => path === "" || /^(\/|[A-Za-z]:|\.\.?\/)/.test(path) || path.includes("\\"));
  if (wrong !== undefined) throw new Failure(`paths relative to the first folder from ${method}`, show(wrong));
}

/** Makes the checks of a method that reads a file. */
function readChecks(id: "WSM-01" | "WSM-04", method: "files/read" | "readFile"): Check[] {
  return [
    {
      name: `${id}/reads`,
      modes: readModes,
      title: `${method} returns a file's text`,
      run: onConnection(async (client, context) => {
        const sample = await sampleFile(context, client);
        const text = await ask(client, method, requestResults[method], { path: sample.relative });
        expectEqual(text, sample.content, `the text of ${sample.relative}`);
      }),
    },
    {
      name: `${id}/missing`,
      modes: readModes,
      title: `${method} for a missing file is answered with -32603 and the reason`,
      run: onConnection(async (client) => {
        const answer = await client.request(method, { path: "tandem-conformance-nowhere.txt" });
        const reason = "failed to read file: File not found";
        expectError(answer, errorCodes.internalError, `${method} for a missing file`, [reason]);
      }),
    },
  ];
}

export const workspaceRequestChecks: readonly Check[] = [
  ...readChecks("WSM-01", "files/read"),
  {
    name: "WSM-02/form",
    modes: readModes,
    title: "workspace/selection returns the selection and the cursor, or says why there is none",
    async run(context) {
      await ask(await context.connect(), "workspace/selection", requestResults["workspace/selection"]);
    },
  },
  {
    name: "WSM-03/before-initialize",
    title: "resources/list is answered before initialize",
    async run(context) {
      const answer = await (await context.connect()).request("resources/list");
      const result = expectResult(answer, "a result from resources/list before initialize");
      expectShape(resourcesSchema, result, "a list of resources");
    },
  },
  ...readChecks("WSM-04", "readFile"),
  {
    name: "WSM-04/arguments",
    modes: readModes,
    title: "readFile without a path, or with other members, is answered with -32602",
    run: onConnection(async (client) => {
      for (const params of [{}, undefined, { path: 7 }, { path: "a.txt", unknown: 1 }]) {
        const answer = await client.request("readFile", params);
        expectError(answer, errorCodes.invalidParams, `readFile with ${show(params)}`);
      }
    }),
  },
  {
    name: "WSM-04/binary",
    modes: readModes,
    title: "readFile refuses a binary file",
    writes: true,
    run: onConnection(async (client, context) => {
      const directory = await insideDirectory(context);
      await fill(directory.absolute, { "nul.bin": Buffer.from("a\0b"), "latin1.txt": Buffer.from([0x47, 0xfc, 0x0a]) });
      for (const name of ["nul.bin", "latin1.txt"]) {
        const answer = await client.request("readFile", { path: `${directory.relative}/${name}` });
        if (answer.ok) throw new Failure(`an error for the binary file ${name}`, show(answer.result));
      }
    }),
  },
  {
    name: "WSM-05/writes",
    modes: unattendedWriteModes,
    title: "writeFile writes the exact text, creates the directories, and leaves no temporary file",
    writes: true,
    run: onConnection(async (client, context) => {
      const directory = await insideDirectory(context);
      const content = "Grüße, 世界 😀\r\nno newline at the end";
      const path = `${directory.relative}/a/b/new file.txt`;
      await ask(client, "writeFile", requestResults.writeFile, { path, content });
      expectEqual(await readFile(join(directory.absolute, "a/b/new file.txt"), "utf8"), content, "the text on disk");
      expectEqual(await readdir(join(directory.absolute, "a/b")), ["new file.txt"], "the files in the directory");
    }),
  },
  {
    name: "WSM-05/atomic",
    modes: unattendedWriteModes,
    title: "writeFile replaces a file atomically: an open handle still reads the old text",
    writes: true,
    run: onConnection(async (client, context) => {
      const directory = await insideDirectory(context);
      await fill(directory.absolute, { "kept.txt": "old text" });
      const before = await open(join(directory.absolute, "kept.txt"));
      context.defer(() => before.close());
      const params = { path: `${directory.relative}/kept.txt`, content: "new" };
      await ask(client, "writeFile", requestResults.writeFile, params);
      expectEqual(await before.readFile("utf8"), "old text", "the text from an open handle");
      expectEqual(await readFile(join(directory.absolute, "kept.txt"), "utf8"), "new", "the text on disk");
    }),
  },
  {
    name: "WSM-06/form",
    modes: readModes,
    title: "listFiles returns paths relative to the first folder, without .git",
    async run(context) {
      const paths = await listFiles(await context.connect());
      expectRelative(paths, "listFiles");
      const inside = paths.find((path) => path.split("/").includes(".git"));
      if (inside !== undefined) throw new Failure("nothing in .git from listFiles", show(inside));
      if (new Set(paths).size !== paths.length) throw new Failure("each path once", "a path that is listed twice");
    },
  },
  {
    name: "WSM-06/pattern",
    modes: readModes,
    title: "listFiles accepts a glob, which matches file names if it has no slash",
    writes: true,
    run: onConnection(async (client, context) => {
      const directory = await insideDirectory(context);
      await fill(directory.absolute, { "a.zebra": "", "deep/b.zebra": "", "deep/c.txt": "" });
      const of = async (pattern: string) => (await listFiles(client, { pattern })).sort();
      const [a, b] = [`${directory.relative}/a.zebra`, `${directory.relative}/deep/b.zebra`];
      expectEqual(await of("*.zebra"), [a, b].sort(), "listFiles with *.zebra");
      expectEqual(await of(`${directory.relative}/*/*.zebra`), [b], "listFiles with a pattern of three parts");
    }),
  },
  {
    name: "WSM-06/ignored",
    modes: readModes,
    title: "listFiles respects .gitignore, lists dot files, and lists links without following them",
    writes: true,
    run: onConnection(async (client, context) => {
      const directory = await insideDirectory(context);
      await fill(directory.absolute, {
        ".gitignore": "*.log\nbuild/\n",
        ".dotted": "",
        "kept.txt": "",
        "noise.log": "",
        "build/made.txt": "",
        "real/inner.txt": "",
      });
      const linked = await symlink(join(directory.absolute, "real"), join(directory.absolute, "link")).then(
        () => ["link"],
        () => [],
      );
      const listed = (await listFiles(client)).filter((path) => path.startsWith(`${directory.relative}/`)).sort();
      const expected = [".dotted", ".gitignore", "kept.txt", "real/inner.txt", ...linked];
      expectEqual(listed, expected.map((name) => `${directory.relative}/${name}`).sort(), "the listed files");
    }),
  },
  {
    name: "WSM-07/form",
    modes: readModes,
    title: "getWorkspaceInfo returns name, path, type and the number of files in listFiles",
    run: onConnection(async (client, context) => {
      const info = await ask(client, "getWorkspaceInfo", requestResults.getWorkspaceInfo);
      const folder = await workspaceFolder(context);
      expectEqual(info.path, folder, "path, the first folder");
      expectEqual(info.name, basename(folder), "name");
      if (info.type === "") throw new Failure("a type, such as folder", "an empty one");
      expectEqual(info.fileCount, (await listFiles(client)).length, "fileCount");
    }),
  },
  {
    name: "WSM-08/form",
    modes: readModes,
    title: "getOpenFiles returns paths",
    async run(context) {
      const paths = await ask(await context.connect(), "getOpenFiles", requestResults.getOpenFiles);
      const wrong = paths.find((path) => path === "" || path.includes("\\"));
      if (wrong !== undefined) throw new Failure("paths with / between parts", show(wrong));
    },
  },
  {
    name: "WSM-08/opened",
    modes: readModes,
    title: "getOpenFiles includes an opened workspace file, relative to the first folder",
    writes: true,
    run: inSession(["openFile"], async (client, context) => {
      const sample = await sampleFile(context, client);
      await openInEditor(context, client, { filePath: sample.absolute });
      await context.eventually(async () => {
        const paths = await ask(client, "getOpenFiles", requestResults.getOpenFiles);
        if (!paths.includes(sample.relative)) throw new Failure(`${sample.relative} among getOpenFiles`, show(paths));
      });
    }),
  },
  {
    name: "WSM-09/form",
    modes: readModes,
    title: "getCurrentFile returns a path or null",
    async run(context) {
      await ask(await context.connect(), "getCurrentFile", requestResults.getCurrentFile);
    },
  },
  {
    name: "WSM-09/opened",
    modes: readModes,
    title: "getCurrentFile returns an opened workspace file, relative to the first folder",
    writes: true,
    run: inSession(["openFile"], async (client, context) => {
      const sample = await sampleFile(context, client);
      await openInEditor(context, client, { filePath: sample.absolute });
      await context.eventually(async () => {
        const current = await ask(client, "getCurrentFile", requestResults.getCurrentFile);
        expectEqual(current, sample.relative, "the current file");
      });
    }),
  },
];
