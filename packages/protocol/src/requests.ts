/** The workspace requests: plain JSON-RPC alongside MCP. They don't need `initialize` (WSM-01 to WSM-09). */
import * as z from "zod/mini";

const path = z.string().check(z.describe("Relative to the first folder, or absolute inside any folder"));
const noParams = z._default(z.strictObject({}), {});
const pathParams = z.strictObject({ path });

/** Parameter schemas by method. The results are in request-results.ts. */
export const requests = {
  "files/read": pathParams,
  readFile: pathParams,
  writeFile: z.strictObject({ path, content: z.string() }),
  listFiles: z._default(
    z.strictObject({ pattern: z.optional(z.string().check(z.describe("A glob; without a slash it is a file name"))) }),
    {},
  ),
  getWorkspaceInfo: noParams,
  getOpenFiles: noParams,
  getCurrentFile: noParams,
  "workspace/selection": noParams,
} as const;

export type RequestMethod = keyof typeof requests;
export const requestMethods = Object.keys(requests) as RequestMethod[];
export type RequestInput<M extends RequestMethod> = z.input<(typeof requests)[M]>;
export type RequestParams<M extends RequestMethod> = z.output<(typeof requests)[M]>;

export function isRequestMethod(method: string): method is RequestMethod {
  return Object.hasOwn(requests, method);
}
