/** The floor: parses JSON, answers JSON, does nothing else. */
import { WebSocketServer } from "ws";
import { plainAnswers } from "./scene.mjs";

export async function echo(scene) {
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    perMessageDeflate: false,
    maxPayload: 64 * 1024 * 1024,
  });
  const answers = plainAnswers(scene);
  server.on("connection", (socket) =>
    socket.on("message", (data) => {
      const { id, params } = JSON.parse(data.toString());
      if (id === undefined) return;
      const answer = answers[params?.name];
      const result = answer ? { content: [{ type: "text", text: JSON.stringify(answer()) }] } : params;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: result ?? {} }));
    }),
  );
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: server.address().port, authToken: "" };
}
