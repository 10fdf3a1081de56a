/** Creates temporary files for checks, outside the workspace or, if allowed, inside it. */
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { requestResults, type ToolInput, toFileUri } from "@tandem-ide/protocol";
import { callTool, useTool } from "./calls.js";
import type { CheckContext } from "./context.js";
import { expectResult, expectShape, expectToolResult } from "./expect.js";
import { NotApplicable } from "./outcome.js";
import type { RawClient } from "./wire/raw-client.js";

/** Creates a directory outside the workspace; removed at the end. */
export async function outsideDirectory(context: CheckContext): Promise<string> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), "tandem-conformance-"));
  context.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Creates a file outside the workspace. */
export async function outsideFile(context: CheckContext, name: string, content: string): Promise<string> {
  const path = join(await outsideDirectory(context), name);
  await writeFile(path, content);
  return path;
}

/** Returns the first workspace folder. */
export async function workspaceFolder(context: CheckContext): Promise<string> {
  const folder = context.target.lock?.workspaceFolders?.[0];
  if (folder === undefined) throw new NotApplicable("the lock file names no workspace folder");
  return folder;
}

/** Creates a directory inside the workspace; the check must be marked `writes`. */
export async function insideDirectory(context: CheckContext): Promise<{ absolute: string; relative: string }> {
  const absolute = await mkdtemp(join(await workspaceFolder(context), "tandem-conformance-"));
  context.defer(() => rm(absolute, { recursive: true, force: true }));
  return { absolute, relative: basename(absolute) };
}

/** Creates a file inside the workspace; the check must be marked `writes`. */
export async function insideFile(context: CheckContext, name: string, content: string): Promise<string> {
  const { absolute } = await insideDirectory(context);
  await fill(absolute, { [name]: content });
  return join(absolute, name);
}

/** Writes files to a directory, creating subdirectories. */
export async function fill(directory: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

export interface SampleFile {
  /** Relative to the first folder, `/` between parts. */
  readonly relative: string;
  readonly absolute: string;
  readonly content: string;
}

const sampleContent = "Grüße, 世界 😀\nsecond line\n";
const largestSample = 64 * 1024;

/** Returns a text file in the workspace: a new one if the check may write, else one from `listFiles`. */
export async function sampleFile(context: CheckContext, client: RawClient): Promise<SampleFile> {
  const folder = await workspaceFolder(context);
  if (context.settings.mayWrite) {
    const directory = await insideDirectory(context);
    await fill(directory.absolute, { "sample file.txt": sampleContent });
    const relative = `${directory.relative}/sample file.txt`;
    return { relative, absolute: join(folder, relative), content: sampleContent };
  }
  const answer = expectResult(await client.request("listFiles"), "a result from listFiles");
  const listed = expectShape(requestResults.listFiles, answer, "strings from listFiles");
  for (const relative of listed.slice(0, 200)) {
    const found = await readSample(join(folder, relative));
    if (found !== undefined) return { relative, absolute: join(folder, relative), content: found };
  }
  throw new NotApplicable("the workspace contains no small text file; --may-write lets the check create one");
}

async function readSample(path: string): Promise<string | undefined> {
  try {
    // Excludes symbolic links.
    if ((await realpath(path)) !== path) return undefined;
    const { size } = await stat(path);
    if (size === 0 || size > largestSample) return undefined;
    const bytes = await readFile(path);
    if (bytes.includes(0) || bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return undefined;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Opens a file in the editor; its tab is closed at the end. */
export async function openInEditor(
  context: CheckContext,
  client: RawClient,
  args: ToolInput<"openFile">,
): Promise<string> {
  context.defer(() => closeOpened(context, client, args.filePath));
  const result = expectToolResult(await callTool(client, "openFile", args), "openFile");
  const first = result.content[0];
  return first && "text" in first && typeof first.text === "string" ? first.text : "";
}

/** Closes the tab of a file, whose label may differ from the file name. */
export async function closeOpened(context: CheckContext, opener: RawClient, path: string): Promise<void> {
  const advertised = await context.facts.toolNames();
  if (!advertised.has("close_tab")) return;
  const client = opener.isOpen ? opener : await context.session();
  const { tabs } = advertised.has("getOpenEditors") ? await useTool(client, "getOpenEditors", {}) : { tabs: [] };
  const label = tabs.find((tab) => tab.uri === toFileUri(path))?.label ?? basename(path);
  await useTool(client, "close_tab", { tab_name: label });
}
