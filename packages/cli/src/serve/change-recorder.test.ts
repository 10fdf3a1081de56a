import { expect, test } from "vitest";
import { createRecorder } from "./change-recorder.js";

test("changes are recorded unless the settings turn it off", () => {
  expect(createRecorder({}, { env: {} })?.list.turns).toEqual([]);
  expect(createRecorder({ changes: { enabled: false } }, { env: {} })).toBeUndefined();
});
