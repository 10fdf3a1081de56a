import { expect, onTestFinished, test } from "vitest";
import { connect } from "./connect.js";
import { FakeEditor, Refusal } from "./testing/fake-editor.js";

const authToken = "secret-token";

async function echoing() {
  const editor = await FakeEditor.start({
    answers: {
      echo: () => {
        throw new Refusal(-32000, `your token is ${authToken}`, { headers: [authToken] });
      },
    },
  });
  onTestFinished(() => editor[Symbol.asyncDispose]());
  const client = await connect({ port: editor.port, authToken });
  onTestFinished(() => client.close());
  return { client, connection: await editor.connections.next() };
}

test("removes the token from an RPC error that echoes it", async () => {
  const { client } = await echoing();
  await expect(client.requestRaw("echo")).rejects.toMatchObject({
    message: "your token is …",
    data: { headers: ["…"] },
  });
});

test("removes the token from a close reason that echoes it", async () => {
  const { client, connection } = await echoing();
  connection.close(1001, `no more ${authToken}`);
  expect((await client.closed).reason).toBe("The connection was lost (code 1001: no more …).");
  await expect(client.ping()).rejects.toThrow("no more …");
});
