import type { CoreParts } from "../core/parts.js";
import type { Documents } from "./documents.js";

export interface DocumentParts extends CoreParts {
  readonly documents: Documents;
}
