import { expect, test } from "vitest";
import { NewestRequest } from "./newest-request.js";

test("uses only the response to the newest request, and settles with it", async () => {
  const used: string[] = [];
  const requests = new NewestRequest();
  const send = (request: Promise<string>) =>
    requests.send(
      request,
      (text) => used.push(text),
      (error) => used.push(String(error)),
    );
  await requests.settled();
  let answer = (_text: string) => {};
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  send(slow);
  send(Promise.resolve("second"));
  const settled = requests.settled();
  send(Promise.reject(new Error("third failed")));
  await settled;
  answer("first");
  await slow;
  expect(used).toEqual(["Error: third failed"]);
});
