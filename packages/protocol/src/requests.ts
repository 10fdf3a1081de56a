/** The workspace requests: plain JSON-RPC beside MCP, no `initialize` needed (WSM-01 to WSM-09). */
import * as z from "zod/mini";
import { workspaceSelectionSchema } from "./tool-results.js";

const path = z.string().check(z.describe("Relative to the first folder, or absolute inside any folder"));
const noParams = z._default(z.strictObject({}), {});
const pathParams = z.strictObject({ path });

export const workspaceInfoSchema = z.looseObject({
  name: z.string(),
  path: z.string(),
  fileCount: z.int(),
  type: z.string(),
});
export type WorkspaceInfo = z.infer<typeof workspaceInfoSchema>;

export const resourcesSchema = z.looseObject({ resources: z.array(z.unknown()) });

/** Every workspace request: what it takes and what it answers. */
export const requests = {
  "files/read": { params: pathParams, result: z.string() },
  readFile: { params: pathParams, result: z.string() },
  writeFile: {
    params: z.strictObject({ path, content: z.string() }),
    result: z.looseObject({ success: z.literal(true) }),
  },
  listFiles: {
    params: z._default(
      z.strictObject({
        pattern: z.optional(z.string().check(z.describe("A glob; without a slash it is a file name"))),
      }),
      {},
    ),
    result: z.array(z.string()),
  },
  getWorkspaceInfo: { params: noParams, result: workspaceInfoSchema },
  getOpenFiles: { params: noParams, result: z.array(z.string()) },
  getCurrentFile: { params: noParams, result: z.union([z.string(), z.null()]) },
  "workspace/selection": { params: noParams, result: workspaceSelectionSchema },
} as const;

export type RequestMethod = keyof typeof requests;
export const requestMethods = Object.keys(requests) as RequestMethod[];
export type RequestInput<M extends RequestMethod> = z.input<(typeof requests)[M]["params"]>;
export type RequestParams<M extends RequestMethod> = z.output<(typeof requests)[M]["params"]>;
export type RequestResult<M extends RequestMethod> = z.output<(typeof requests)[M]["result"]>;

export function isRequestMethod(method: string): method is RequestMethod {
  return Object.hasOwn(requests, method);
}
