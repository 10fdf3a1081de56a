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

test("an RPC error that echoes the token does not bring it into the message or the data", async () => {
  const { client } = await echoing();
  await expect(client.requestRaw("echo")).rejects.toMatchObject({
    message: "your token is …",
    data: { headers: ["…"] },
  });
});

test("a close reason that echoes the token does not bring it into the state or an error", async () => {
  const { client, connection } = await echoing();
  connection.close(1001, `no more ${authToken}`);
  expect((await client.closed).reason).toBe("The connection ended (code 1001: no more …).");
  await expect(client.ping()).rejects.toThrow("no more …");
});
