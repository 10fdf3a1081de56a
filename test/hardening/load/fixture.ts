/** What the models are compared with: a real endpoint with clients on real sockets, in virtual time. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Endpoint, type EndpointOptions } from "@tandem-ide/server";
import type fc from "fast-check";
import { expect } from "vitest";
import { RawClient } from "./raw-client.js";

export class Fixture implements AsyncDisposable {
  readonly endpoint: Endpoint;
  readonly editor: MemoryEditor;
  readonly clock: FakeClock;
  readonly folder: string;
  readonly clients = new Map<string, RawClient>();

  private constructor(endpoint: Endpoint, editor: MemoryEditor, clock: FakeClock, folder: string) {
    this.endpoint = endpoint;
    this.editor = editor;
    this.clock = clock;
    this.folder = folder;
  }

  static async make(options: EndpointOptions = {}): Promise<Fixture> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-fixture-")));
    const configDir = join(folder, ".config");
    mkdirSync(configDir);
    writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
    const clock = new FakeClock();
    const editor = new MemoryEditor({ folders: [folder], hasDiagnostics: true });
    const endpoint = await createEndpoint(editor, {
      env: {},
      home: configDir,
      configDir,
      clock,
      workspaceRequests: "write",
      ...options,
    });
    return new Fixture(endpoint, editor, clock, folder);
  }

  /** A client after its handshake, identified by its name. */
  async initialize(name: string): Promise<RawClient> {
    const client = await RawClient.initialize(this.endpoint, "2025-11-25", name);
    this.clients.set(name, client);
    return client;
  }

  client(name: string): RawClient {
    const client = this.clients.get(name);
    if (!client) throw new Error(`${name} is not connected`);
    return client;
  }

  /** Disconnected without a close frame, and the endpoint knows. */
  async leave(name: string): Promise<void> {
    this.client(name).destroy();
    this.clients.delete(name);
    await this.until(() => this.endpoint.status.clients.length === this.clients.size);
  }

  /** Resolves when everything that the endpoint has sent so far has been received. */
  async catchUp(): Promise<void> {
    for (const client of this.clients.values()) await client.request("ping");
  }

  async until(isTrue: () => boolean): Promise<void> {
    await expect.poll(isTrue, { timeout: 10_000, interval: 1 }).toBe(true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.clients.values()) client.destroy();
    const closing = this.endpoint.close();
    this.clock.advance(1000); // For one that does not answer the close.
    await closing;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A command of a model, for fast-check. */
export function command<M extends object>(
  words: string,
  check: (model: M) => boolean,
  run: (model: M, fixture: Fixture) => Promise<void>,
): fc.AsyncCommand<M, Fixture> {
  return { check, run, toString: () => words };
}
