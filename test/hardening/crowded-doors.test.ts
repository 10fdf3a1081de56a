/** Programs of other users that hold connections to every port of Tandem: whoever has a secret is served all the same. */
import { once } from "node:events";
import { request } from "node:http";
import { connect as dial, type Socket } from "node:net";
import { connect } from "@tandem/client";
import { openInspectorPage, startInspector } from "@tandem/inspector";
import { createWorkbench } from "@tandem/workbench";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../endpoint.js";
import { howMany, tally } from "./tally.js";

/** What a connection is held with, by somebody without any secret. */
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
  socket.on("error", () => {}); // Being cut off is fine.
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

interface Asked {
  readonly status: number;
  readonly cookie: string;
  readonly ms: number;
}

/** A request as a browser sends it, on a connection of its own. */
function ask(origin: string, path: string, cookie = "", token?: string): Promise<Asked> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(token !== undefined && { origin, "content-type": "application/json" }) };
    const method = token === undefined ? "GET" : "POST";
    const asked = request(new URL(path, origin), { method, headers, agent: false }, (response) => {
      const [given = ""] = response.headers["set-cookie"] ?? [];
      const [first = ""] = given.split(";");
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, cookie: first, ms: performance.now() - begun });
      });
    });
    asked.on("error", reject);
    asked.end(token === undefined ? undefined : JSON.stringify({ token }));
  });
}

test("connections that show no secret, at every port at once, keep neither the user nor a client out", async () => {
  const [folder, configDir] = [temporaryDirectory(), temporaryDirectory()];
  const workbench = await createWorkbench({ folders: [folder], ide: { configDir, env: {}, home: configDir } });
  onTestFinished(() => workbench.close());
  const target = { port: workbench.ide.port, authToken: workbench.ide.authToken };
  const inspector = await startInspector({ editor: { name: "Tandem", target }, configDir, env: {}, onEntry: () => {} });
  onTestFinished(() => inspector.close());
  const page = await openInspectorPage({
    header: { recording: 1, at: new Date().toISOString(), editor: "Tandem", folders: [folder] },
  });
  onTestFinished(() => page.close());
  const doors = [workbench.door, page.door];
  const ports = [target.port, inspector.port, ...doors.map(({ port }) => port)];
  const each = howMany(60, 1000);
  let [attempts, lost, worstMs] = [0, 0, 0];
  for (const port of ports)
    for (const text of holds)
      attempts += (await Promise.all(Array.from({ length: each }, () => hold(port, text)))).length;
  for (const door of doors) {
    const link = new URL(door.newLink());
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
