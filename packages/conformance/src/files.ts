/** Files that checks need: their own outside the workspace, and, with leave, inside it. */
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { requestResults, type ToolInput, toFileUri } from "@tandem/protocol";
import { callTool, useTool } from "./calls.js";
import type { CheckContext } from "./context.js";
import { expectResult, expectShape, expectToolResult } from "./expect.js";
import { NotApplicable } from "./outcome.js";
import type { RawClient } from "./wire/raw-client.js";

/** A directory of the check's own outside the workspace; removed at the end. */
export async function outsideDirectory(context: CheckContext): Promise<string> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), "tandem-conformance-"));
  context.defer(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A file of the check's own outside the workspace. */
export async function outsideFile(context: CheckContext, name: string, content: string): Promise<string> {
  const path = join(await outsideDirectory(context), name);
  await writeFile(path, content);
  return path;
}

/** The first workspace folder. */
export async function workspaceFolder(context: CheckContext): Promise<string> {
  const folder = context.target.lock?.workspaceFolders?.[0];
  if (folder === undefined) throw new NotApplicable("the lock file names no workspace folder");
  return folder;
}

/** A directory of the check's own inside the workspace; the check must be marked `writes`. */
export async function roomInWorkspace(context: CheckContext): Promise<{ absolute: string; relative: string }> {
  const absolute = await mkdtemp(join(await workspaceFolder(context), "tandem-conformance-"));
  context.defer(() => rm(absolute, { recursive: true, force: true }));
  return { absolute, relative: basename(absolute) };
}

/** A file of the check's own inside the workspace; the check must be marked `writes`. */
export async function insideFile(context: CheckContext, name: string, content: string): Promise<string> {
  const { absolute } = await roomInWorkspace(context);
  await fill(absolute, { [name]: content });
  return join(absolute, name);
}

/** Writes files below a directory, making the directories between. */
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

/** A text file in the workspace: the check's own where it may write, else one that `listFiles` names. */
export async function sampleFile(context: CheckContext, client: RawClient): Promise<SampleFile> {
  const folder = await workspaceFolder(context);
  if (context.settings.mayWrite) {
    const room = await roomInWorkspace(context);
    await fill(room.absolute, { "sample file.txt": sampleContent });
    const relative = `${room.relative}/sample file.txt`;
    return { relative, absolute: join(folder, relative), content: sampleContent };
  }
  const answer = expectResult(await client.request("listFiles"), "a result of listFiles");
  const listed = expectShape(requestResults.listFiles, answer, "strings from listFiles");
  for (const relative of listed.slice(0, 200)) {
    const found = await readSample(join(folder, relative));
    if (found !== undefined) return { relative, absolute: join(folder, relative), content: found };
  }
  throw new NotApplicable("no small text file is in the workspace; --may-write lets the check make one");
}

async function readSample(path: string): Promise<string | undefined> {
  try {
    // The real path must be the same, so that a symbolic link is never the sample.
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

/** Closes the tab of a file. A label need not be the file's name, so the list of tabs is asked first. */
export async function closeOpened(context: CheckContext, opener: RawClient, path: string): Promise<void> {
  const advertised = await context.facts.toolNames();
  if (!advertised.has("close_tab")) return;
  const client = opener.isOpen ? opener : await context.session();
  const { tabs } = advertised.has("getOpenEditors") ? await useTool(client, "getOpenEditors", {}) : { tabs: [] };
  const label = tabs.find((tab) => tab.uri === toFileUri(path))?.label ?? basename(path);
  await useTool(client, "close_tab", { tab_name: label });
}
