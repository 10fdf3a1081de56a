/** What a person does in a window of VS Code: one window for all of it, which each part finds tidy. */
import { beforeAll, describe as part } from "vitest";
import { needs } from "../parts.js";
import { mentionTests } from "./everyday/mention.js";
import { reloadTests } from "./everyday/reload.js";
import { reviewByteTests } from "./everyday/review-bytes.js";
import { reviewTests } from "./everyday/reviews.js";
import { twoWindowsTests } from "./everyday/two-windows.js";
import { windowTests } from "./everyday/window.js";
import { useVscode, type VscodeStage } from "./stage.js";

const { describe } = needs("chromium", "vscode");

/** In this order: the last closes the window. */
const parts: readonly (readonly [title: string, declare: (stage: VscodeStage) => void])[] = [
  ["Mentions", mentionTests],
  ["Reviews", reviewTests],
  ["The bytes of reviews", reviewByteTests],
  ["The window", windowTests],
  ["Two windows", twoWindowsTests],
  ["A reload of the window", reloadTests],
];

describe("VS Code, from day to day", () => {
  const stage = useVscode();
  for (const [title, declare] of parts)
    part(title, () => {
      beforeAll(() => stage.tidy());
      declare(stage);
    });
});
