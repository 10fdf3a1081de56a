/** Everyday use of VS Code. All parts share one window, which is reset before each. */
import { beforeAll, describe as part } from "vitest";
import { needs } from "../parts.js";
import { changeTests } from "./everyday/changes.js";
import { decidingTests } from "./everyday/deciding.js";
import { mentionTests } from "./everyday/mention.js";
import { pictureTests } from "./everyday/pictures.js";
import { reloadTests } from "./everyday/reload.js";
import { reviewByteTests } from "./everyday/review-bytes.js";
import { reviewTests } from "./everyday/reviews.js";
import { twoWindowsTests } from "./everyday/two-windows.js";
import { windowTests } from "./everyday/window.js";
import { useVscode, type VscodeFixture } from "./fixture.js";

const { describe } = needs("chromium", "vscode");

/** The order matters, because the last one closes the window. */
const parts: readonly (readonly [title: string, declare: (fixture: VscodeFixture) => void])[] = [
  ["Mentions", mentionTests],
  ["Reviews", reviewTests],
  ["Deciding", decidingTests],
  ["The picture", pictureTests],
  ["The bytes of reviews", reviewByteTests],
  ["Changes on disk", changeTests],
  ["The window", windowTests],
  ["Two windows", twoWindowsTests],
  ["A reload of the window", reloadTests],
];

describe("VS Code, from day to day", () => {
  const fixture = useVscode();
  for (const [title, declare] of parts)
    part(title, () => {
      beforeAll(() => fixture.tidy());
      declare(fixture);
    });
});
