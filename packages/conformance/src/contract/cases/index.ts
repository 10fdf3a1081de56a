/** All cases, in the order they run. */
import type { CaseGroup } from "../case.js";
import { diagnosticsCases } from "./diagnostics.js";
import { documentCases } from "./documents.js";
import { introductionCases } from "./introduction.js";
import { lifecycleCases } from "./lifecycle.js";
import { mentionCases } from "./mentions.js";
import { openEditorsCases } from "./open-editors.js";
import { openFileCases } from "./open-file.js";
import { pauseCases } from "./pause.js";
import { privacyCases } from "./privacy.js";
import { reviewDecisionCases } from "./review-decisions.js";
import { reviewOwnerCases } from "./review-owners.js";
import { reviewSideEffectCases } from "./review-side-effects.js";
import { reviewTextCases } from "./review-texts.js";
import { selectionCases } from "./selection.js";
import { selectionChangeCases } from "./selection-changes.js";

export const caseGroups: readonly CaseGroup[] = [
  // This comes first, because it tests mentions before the first client; later it would need another launch.
  { title: "Mentions", cases: mentionCases },
  { title: "Introduction", cases: introductionCases },
  { title: "Selection", cases: selectionCases },
  { title: "Selection changes", cases: selectionChangeCases },
  { title: "Open files", cases: openEditorsCases },
  { title: "Opening a file", cases: openFileCases },
  { title: "Documents", cases: documentCases },
  { title: "Reviews: decisions", cases: reviewDecisionCases },
  { title: "Reviews: texts", cases: reviewTextCases },
  { title: "Reviews: ownership", cases: reviewOwnerCases },
  { title: "Reviews: side effects", cases: reviewSideEffectCases },
  { title: "Privacy", cases: privacyCases },
  { title: "Pausing", cases: pauseCases },
  { title: "Diagnostics", cases: diagnosticsCases },
  { title: "Restarts and shutdown", cases: lifecycleCases },
];
