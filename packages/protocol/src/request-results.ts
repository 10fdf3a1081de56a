/** The results of workspace requests. */
import * as z from "zod/mini";
import type { RequestMethod } from "./requests.js";
import { workspaceSelectionSchema } from "./tool-results.js";

export const workspaceInfoSchema = z.looseObject({
  name: z.string(),
  path: z.string(),
  fileCount: z.int(),
  type: z.string(),
});
export type WorkspaceInfo = z.infer<typeof workspaceInfoSchema>;

/** The result of `resources/list`, which is always empty (WSM-03). */
export const resourcesSchema = z.looseObject({ resources: z.array(z.unknown()) });

/** Result schemas by method. */
export const requestResults = {
  "files/read": z.string(),
  readFile: z.string(),
  writeFile: z.looseObject({ success: z.literal(true) }),
  listFiles: z.array(z.string()),
  getWorkspaceInfo: workspaceInfoSchema,
  getOpenFiles: z.array(z.string()),
  getCurrentFile: z.union([z.string(), z.null()]),
  "workspace/selection": workspaceSelectionSchema,
} as const satisfies Record<RequestMethod, z.ZodMiniType>;

export type RequestResult<M extends RequestMethod> = z.output<(typeof requestResults)[M]>;
