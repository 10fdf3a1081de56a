/** Runs before every test file: the error of a test that fails will also say what its fixtures show. */
import { afterEach } from "vitest";
import { explainFailure } from "./on-failure.js";

afterEach(explainFailure);
