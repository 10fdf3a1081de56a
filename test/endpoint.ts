/**
 * An endpoint with the in-memory editor, and clients for it, for tests of several packages. Everything ends with the
 * test.
 */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client, ConnectOptions } from "@tandem-ide/client";
import { MemoryEditor, type MemoryEditorOptions } from "@tandem-ide/memory-editor";
import { createEndpoint, type Endpoint, type EndpointOptions } from "@tandem-ide/server";
import { onTestFinished } from "vitest";
import { connectClient } from "./client.js";
import { removeFolder } from "./remove-folder.js";

/** A directory that is removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => removeFolder(directory));
  return directory;
}

export interface TestEndpoint {
  readonly endpoint: Endpoint;
  readonly editor: MemoryEditor;
  readonly folder: string;
  readonly configDir: string;
  /** Writes a file in the workspace and returns its path. */
  write(name: string, content: string): string;
  /** Connects a client as Claude Code does. It is closed when the test ends. */
  connect(options?: ConnectOptions): Promise<Client>;
}

export async function startEndpoint(
  options: EndpointOptions = {},
  editorOptions: Partial<MemoryEditorOptions> = {},
): Promise<TestEndpoint> {
  const folder = temporaryDirectory();
  const configDir = options.configDir ?? temporaryDirectory();
  const editor = new MemoryEditor({ folders: [folder], hasDiagnostics: true, ...editorOptions });
  const endpoint = await createEndpoint(editor, {
    env: {},
    home: configDir,
    configDir,
    workspaceRequests: "write",
    allowedCode: { has: () => true, set: () => {} },
    ...options,
  });
  onTestFinished(() => endpoint.close());
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const connect = async (connectOptions?: ConnectOptions) => {
    const client = await connectClient(endpoint, connectOptions);
    onTestFinished(() => client.close());
    return client;
  };
  return { endpoint, editor, folder, configDir, write, connect };
}

/** Resolves once `isTrue` returns true, checked after each turn of the event loop. The test's timeout limits the wait. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
