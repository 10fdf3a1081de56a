/** Faults in error responses (ERR). */
import { isRecord } from "@tandem-ide/base";
import { errorCodes } from "@tandem-ide/protocol";
import { around } from "../parts.js";
import {
  answersNotification,
  type Fault,
  lenientTool,
  nothing,
  onError,
  recode,
  reword,
  textResult,
  tool,
  withoutTool,
} from "./fault.js";

export const errorFaults: readonly Fault[] = [
  {
    check: "ERR-01/parse",
    what: "bad JSON is silently dropped",
    seen: nothing,
    break: onError(errorCodes.parseError, () => undefined),
  },
  {
    check: "ERR-01/parse",
    what: "the response has no id",
    seen: /^\{"jsonrpc":"2.0","error"/,
    break: onError(errorCodes.parseError, ({ message }) => ({ jsonrpc: "2.0", error: { code: -32700, message } })),
  },
  {
    check: "ERR-01/parse",
    what: "bad JSON is an invalid request",
    seen: /^error -32600/,
    break: recode(errorCodes.parseError, errorCodes.invalidRequest),
  },
  {
    check: "ERR-01/parse",
    what: "the response has no message",
    seen: /^error -32700 ""/,
    break: reword(errorCodes.parseError, ""),
  },
  {
    check: "ERR-01/invalid-request",
    what: "invalid messages are dropped",
    seen: nothing,
    break: onError(errorCodes.invalidRequest, () => undefined),
  },
  {
    check: "ERR-01/invalid-request",
    what: "invalid messages are internal errors",
    seen: /^error -32603/,
    break: recode(errorCodes.invalidRequest, errorCodes.internalError),
  },
  {
    check: "ERR-01/unknown-method",
    what: "an unknown method is an internal error",
    seen: /^error -32603/,
    break: recode(errorCodes.methodNotFound, errorCodes.internalError),
  },
  {
    check: "ERR-01/unknown-method",
    what: "the method's name is missing",
    seen: /"Method not found"/,
    break: reword(errorCodes.methodNotFound, "Method not found"),
  },
  {
    check: "ERR-01/invalid-params",
    what: "bad params are internal errors",
    seen: /^error -32603/,
    break: recode(errorCodes.invalidParams, errorCodes.internalError),
  },
  {
    check: "ERR-01/unknown-notification",
    what: "unknown notifications are answered",
    seen: /no method tandem\/unknown/,
    break: answersNotification("tandem/unknown"),
  },
  {
    check: "ERR-02/unknown-tool",
    what: "an unknown tool is a tool error",
    seen: /^the result/,
    break: (parts) =>
      around(
        parts.methods,
        "tools/call",
        (original) => (params, call) =>
          isRecord(params) && call.session.parts.tools.has(String(params.name))
            ? original(params, call)
            : { ...textResult("no such tool"), isError: true },
      ),
  },
  {
    check: "ERR-02/missing-argument",
    what: "a missing argument gets a default",
    seen: /^the result/,
    break: lenientTool("close_tab", (args) => ({ tab_name: "", ...args })),
  },
  {
    check: "ERR-02/missing-argument",
    what: "the argument's name is missing",
    seen: /"Invalid params"/,
    break: reword(errorCodes.invalidParams, "Invalid params"),
  },
  {
    check: "ERR-02/wrong-type",
    what: "numbers become text",
    seen: /^the result/,
    break: lenientTool("saveDocument", (args) => ({ ...args, filePath: String(args.filePath) })),
  },
  {
    check: "ERR-02/extra-argument",
    what: "unknown arguments are ignored",
    seen: /^the result/,
    break: lenientTool("getOpenEditors", () => ({})),
  },
  {
    check: "ERR-02/not-advertised",
    what: "an unlisted tool answers with nothing",
    seen: /^the result \{"content":\[\]\}/,
    break(parts) {
      withoutTool("executeCode")(parts);
      tool("executeCode", () => ({ content: [] }))(parts);
    },
  },
];
