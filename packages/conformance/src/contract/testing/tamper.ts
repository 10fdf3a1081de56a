/** Puts itself between an editor and its clients and changes what passes: a broken endpoint, made from a right one. */
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { authorizationHeader, type LenientLockFile, lockDirectoryName, lockFileName } from "@tandem/protocol";
import WebSocket, { type WebSocketServer as Server, WebSocketServer } from "ws";
import type { LaunchedEditor, LaunchOptions, TestEditorOptions } from "../options.js";
import { Site } from "../site.js";

/** Texts in, texts out; undefined swallows the message. */
export interface Tampering {
  readonly fromEditor?: (message: string) => string | undefined;
  readonly fromClient?: (message: string) => string | undefined;
}

function pass(from: WebSocket, to: WebSocket, change: (message: string) => string | undefined): void {
  const early: string[] = [];
  to.on("open", () => {
    for (const message of early.splice(0)) to.send(message);
  });
  from.on("message", (data) => {
    const message = change(String(data));
    if (message === undefined) return;
    if (to.readyState === WebSocket.OPEN) to.send(message);
    else early.push(message);
  });
  from.on("close", (code) => (code === 1005 || code === 1006 ? to.terminate() : to.close(code)));
  from.on("error", () => to.terminate());
}

function relay(server: Server, port: number, token: string, { fromEditor, fromClient }: Tampering): void {
  const same = (message: string) => message;
  server.on("connection", (client) => {
    const editor = new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], { headers: { [authorizationHeader]: token } });
    pass(client, editor, fromClient ?? same);
    pass(editor, client, fromEditor ?? same);
  });
}

/** A `launch` whose editor is reached only through the tampering. */
export function tampered(launch: TestEditorOptions["launch"], tampering: Tampering): TestEditorOptions["launch"] {
  return async (options: LaunchOptions): Promise<LaunchedEditor> => {
    const hidden = await Site.make();
    const launched = await launch({ ...options, configDir: hidden.configDir });
    const [found] = await hidden.locks();
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await once(server, "listening");
    const address = server.address();
    if (!found || address === null || typeof address === "string") throw new Error("The editor could not be wrapped");
    relay(server, found.port, found.lock.authToken ?? "", tampering);

    const lock: LenientLockFile = { ...found.lock, port: address.port };
    const directory = join(options.configDir, lockDirectoryName);
    await mkdir(directory, { recursive: true });
    const lockFile = join(directory, lockFileName(address.port));
    await writeFile(lockFile, JSON.stringify(lock));
    return {
      hand: launched.hand,
      stop: async () => {
        await rm(lockFile, { force: true });
        for (const client of server.clients) client.terminate();
        server.close();
        await launched.stop();
        await hidden.remove();
      },
    };
  };
}
