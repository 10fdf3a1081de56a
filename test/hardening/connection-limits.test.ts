/** Other users' programs hold connections to every port of Tandem. A client with the secret must still be served. */
import { once } from "node:events";
import { request } from "node:http";
import { connect as dial, type Socket } from "node:net";
import { connect } from "@tandem-ide/client";
import { openInspectorPage, startInspector } from "@tandem-ide/inspector";
import { createWorkbench } from "@tandem-ide/workbench";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../endpoint.js";
import { scaled, tally } from "./tally.js";

/** The ways in which a program without a secret can keep a connection open. */
const holds: readonly string[] = [
  "",
  "GET / HTTP/1.1\r\nHost: local",
  "GET /enter HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "POST /enter HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
  "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
];

async function hold(port: number, text: string): Promise<Socket> {
  const socket = dial({ host: "127.0.0.1", port });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}); // Being disconnected is fine.
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

interface Asked {
  readonly status: number;
  readonly cookie: string;
  readonly ms: number;
}

/** Sends a request like a browser, on a separate connection. */
function ask(origin: string, path: string, cookie = "", token?: string): Promise<Asked> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(token !== undefined && { origin, "content-type": "application/json" }) };
    const method = token === undefined ? "GET" : "POST";
    const outgoing = request(new URL(path, origin), { method, headers, agent: false }, (response) => {
      const [given = ""] = response.headers["set-cookie"] ?? [];
      const [first = ""] = given.split(";");
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, cookie: first, ms: performance.now() - start });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(token === undefined ? undefined : JSON.stringify({ token }));
  });
}

test("unauthenticated connections at every port at once don't lock out the user or a client", async () => {
  const [folder, configDir] = [temporaryDirectory(), temporaryDirectory()];
  const workbench = await createWorkbench({ folders: [folder], endpoint: { configDir, env: {}, home: configDir } });
  onTestFinished(() => workbench.close());
  const target = { port: workbench.endpoint.port, authToken: workbench.endpoint.authToken };
  const inspector = await startInspector({ editor: { name: "Tandem", target }, configDir, env: {}, onEntry: () => {} });
  onTestFinished(() => inspector.close());
  const page = await openInspectorPage({
    header: { recording: 1, at: new Date().toISOString(), editor: "Tandem", folders: [folder] },
  });
  onTestFinished(() => page.close());
  const servers = [workbench.pageServer, page.pageServer];
  const ports = [target.port, inspector.port, ...servers.map(({ port }) => port)];
  const each = scaled(60, 1000);
  let [attempts, lost, worstMs] = [0, 0, 0];
  for (const port of ports)
    for (const text of holds)
      attempts += (await Promise.all(Array.from({ length: each }, () => hold(port, text)))).length;
  for (const pageServer of servers) {
    const link = new URL(pageServer.newLink());
    const { status, cookie } = await ask(link.origin, "/enter", "", link.hash.slice(1));
    expect(status, "the user gets in").toBe(200);
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => ask(link.origin, "/", cookie)));
    for (const answer of answers) {
      if (answer.status === "rejected" || answer.value.status !== 200) lost++;
      else worstMs = Math.max(worstMs, answer.value.ms);
    }
  }
  const client = await connect(target);
  await client.request("getWorkspaceInfo").catch(() => lost++);
  await client.close();
  tally({ what: "Connections that show no secret", attempts, crashes: 0, lost, leaked: 0, worstMs });
});
