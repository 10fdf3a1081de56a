/** All cases, in the order in which they run. */
import type { CaseGroup } from "../case.js";
import { diagnosticsCases } from "./diagnostics.js";
import { documentCases } from "./documents.js";
import { introductionCases } from "./introduction.js";
import { lifeCases } from "./life.js";
import { mentionCases } from "./mentions.js";
import { openEditorsCases } from "./open-editors.js";
import { openFileCases } from "./open-file.js";
import { pauseCases } from "./pause.js";
import { privacyCases } from "./privacy.js";
import { reviewDecisionCases } from "./review-decisions.js";
import { reviewOwnerCases } from "./review-owners.js";
import { reviewSurroundingsCases } from "./review-surroundings.js";
import { reviewTextCases } from "./review-texts.js";
import { selectionCases } from "./selection.js";
import { selectionLifeCases } from "./selection-life.js";

export const caseGroups: readonly CaseGroup[] = [
  // First, because it begins with what happens before any client is there: later it would cost a launch.
  { title: "Mentions", cases: mentionCases },
  { title: "Introduction", cases: introductionCases },
  { title: "Selection", cases: selectionCases },
  { title: "The selection's coming and going", cases: selectionLifeCases },
  { title: "Open files", cases: openEditorsCases },
  { title: "Opening a file", cases: openFileCases },
  { title: "Documents", cases: documentCases },
  { title: "Reviews: decisions", cases: reviewDecisionCases },
  { title: "Reviews: texts", cases: reviewTextCases },
  { title: "Reviews: whose they are", cases: reviewOwnerCases },
  { title: "Reviews: what is around them", cases: reviewSurroundingsCases },
  { title: "Privacy", cases: privacyCases },
  { title: "Pausing", cases: pauseCases },
  { title: "Diagnostics", cases: diagnosticsCases },
  { title: "Life and death", cases: lifeCases },
];
