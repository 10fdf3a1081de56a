/**
 * Makes the workbench's language tools report what a test specifies, through a stand-in for a language server for plain
 * text.
 */
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "@tandem-ide/conformance";
import { severities, toRawFileUri } from "@tandem-ide/protocol";

const program = fileURLToPath(new URL("finding-server.mjs", import.meta.url));

export interface Findings {
  /** Resolves when the workbench has been sent them. */
  report(path: string, findings: readonly Finding[]): Promise<void>;
  close(): void;
}

/** Writes the settings of a home in which `tandem serve` uses the stand-in for files that end with .txt. */
export async function prepareFindings(home: string): Promise<Findings> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {}); // The language server was killed.
    server.emit("joined");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The findings have no port");
  const definition = {
    command: process.execPath,
    args: [program, String(address.port)],
    ...{ languages: ["plaintext"], extensions: [".txt"], rootMarkers: [], startsBeforeTrust: true },
  };
  const folder = join(home, ".config/tandem");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ language: { servers: { findings: definition } } }));
  return {
    async report(path, findings) {
      if (sockets.size === 0) await once(server, "joined");
      const diagnostics = findings.map((each) => ({ ...each, severity: severities.indexOf(each.severity) + 1 }));
      const line = `${JSON.stringify({ uri: toRawFileUri(path), diagnostics })}\n`;
      await Promise.all(
        [...sockets].map(async (socket) => {
          socket.write(line);
          await once(socket, "data");
        }),
      );
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
