/** The floor: only parses JSON and answers JSON. */
import { listen, plainAnswers } from "./fixture.mjs";

export function echo(fixture) {
  const answers = plainAnswers(fixture);
  return listen((socket) =>
    socket.on("message", (data) => {
      const { id, params } = JSON.parse(data.toString());
      if (id === undefined) return;
      const answer = answers[params?.name];
      const result = answer ? { content: [{ type: "text", text: JSON.stringify(answer()) }] } : params;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: result ?? {} }));
    }),
  );
}
