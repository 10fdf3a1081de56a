/** What the models are held against: a real endpoint with clients on real sockets, in a time that the test moves. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@tandem/base/testing";
import { MemoryEditor } from "@tandem/memory-editor";
import { createEndpoint, type Endpoint, type EndpointOptions } from "@tandem/server";
import type fc from "fast-check";
import { expect } from "vitest";
import { RawClient } from "./raw-client.js";

export class Stage implements AsyncDisposable {
  readonly ide: Endpoint;
  readonly editor: MemoryEditor;
  readonly clock: FakeClock;
  readonly folder: string;
  readonly clients = new Map<string, RawClient>();

  private constructor(ide: Endpoint, editor: MemoryEditor, clock: FakeClock, folder: string) {
    this.ide = ide;
    this.editor = editor;
    this.clock = clock;
    this.folder = folder;
  }

  static async make(options: EndpointOptions = {}): Promise<Stage> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-stage-")));
    const configDir = join(folder, ".config");
    mkdirSync(configDir);
    writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
    const clock = new FakeClock();
    const editor = new MemoryEditor({ folders: [folder], hasDiagnostics: true });
    const ide = await createEndpoint(editor, {
      env: {},
      home: configDir,
      configDir,
      clock,
      workspaceRequests: "write",
      ...options,
    });
    return new Stage(ide, editor, clock, folder);
  }

  /** A client that has shaken hands, known by its name. */
  async greet(name: string): Promise<RawClient> {
    const client = await RawClient.greet(this.ide, "2025-11-25", name);
    this.clients.set(name, client);
    return client;
  }

  client(name: string): RawClient {
    const client = this.clients.get(name);
    if (!client) throw new Error(`${name} is not connected`);
    return client;
  }

  /** Gone without a word, and the endpoint knows. */
  async leave(name: string): Promise<void> {
    this.client(name).destroy();
    this.clients.delete(name);
    await this.until(() => this.ide.status.clients.length === this.clients.size);
  }

  /** Everything that the endpoint has sent by now is here afterwards. */
  async catchUp(): Promise<void> {
    for (const client of this.clients.values()) await client.request("ping");
  }

  async until(isTrue: () => boolean): Promise<void> {
    await expect.poll(isTrue, { timeout: 10_000, interval: 1 }).toBe(true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.clients.values()) client.destroy();
    const closing = this.ide.close();
    this.clock.advance(1000); // For one that does not answer the close.
    await closing;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A command of a model, as fast-check wants it. */
export function command<M extends object>(
  words: string,
  check: (model: M) => boolean,
  run: (model: M, stage: Stage) => Promise<void>,
): fc.AsyncCommand<M, Stage> {
  return { check, run, toString: () => words };
}
