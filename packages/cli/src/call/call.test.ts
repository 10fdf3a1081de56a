import { expect, test } from "vitest";
import { recorder } from "../testing/test-context.js";
import { print } from "./call.js";

test("an image's type can't control the screen", () => {
  const out = recorder({});
  const err = recorder({});
  print(
    { content: [{ type: "image", data: "", mimeType: "image/\u001b[2Jpng" }] },
    { out: out.output, err: err.output },
  );
  expect(err.text()).toBe("(image, image/^[[2Jpng; use --json to print it)\n");
});
