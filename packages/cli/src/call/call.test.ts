import { expect, test } from "vitest";
import { recorder } from "../testing/test-context.js";
import { print } from "./call.js";

test("the type of an image cannot draw on the screen", () => {
  const out = recorder({});
  const err = recorder({});
  print(
    { content: [{ type: "image", data: "", mimeType: "image/\u001b[2Jpng" }] },
    { out: out.output, err: err.output },
  );
  expect(err.text()).toBe("(an image, image/^[[2Jpng: --json prints it)\n");
});
