/** Faults in the modes of workspace requests (WSM-10). */
import { isRecord } from "@tandem-ide/base";
import { errorCodes, RpcError, requests, type WorkspaceRequestMode } from "@tandem-ide/protocol";
import { parse } from "../mcp-methods.js";
import { around, type Method, type Parts } from "../parts.js";
import { setMode } from "../request-modes.js";
import { type Fault, method, nothing, recode } from "./fault.js";
import { plainWrite } from "./workspace-requests.js";

/** An endpoint in this mode with one fault. */
function inMode(mode: WorkspaceRequestMode, breakIt: (parts: Parts) => void): (parts: Parts) => void {
  return (parts) => {
    setMode(parts, mode);
    breakIt(parts);
  };
}

/** Treats the end of a request as approval. */
function treatsEndAsApproval(parts: Parts): void {
  parts.askUser = (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}

const unknown: Method = () => {
  throw new RpcError(errorCodes.methodNotFound, "there is no such method");
};

/** Long enough for a wrong write to happen. */
const longTimes = { times: { quietMs: 200 } };

export const requestModeFaults: readonly Fault[] = [
  {
    check: "WSM-10/off",
    what: "one of them is still served",
    seen: /^the result \[\]/,
    break: inMode(
      "off",
      method("getOpenFiles", () => []),
    ),
  },
  {
    check: "WSM-10/off",
    what: "the message is different",
    seen: /^error -32600/,
    break: inMode("off", recode(errorCodes.methodNotFound, errorCodes.invalidRequest)),
  },
  {
    check: "WSM-10/no-write",
    what: "the lock says read, but files are written",
    seen: /^the result/,
    break: inMode("read", method("writeFile", plainWrite)),
  },
  {
    check: "WSM-10/no-write",
    what: "it is called unknown, but done anyway",
    seen: /^"new text/,
    break: inMode("off", (parts) => {
      parts.early.add("writeFile");
      parts.methods.set("writeFile", async (params, call) => {
        await plainWrite(params, call);
        return unknown(params, call);
      });
    }),
  },
  {
    check: "WSM-10/asks",
    what: "the user isn't asked",
    seen: /^the result/,
    options: longTimes,
    break: inMode("ask", (parts) => {
      parts.askUser = async () => {};
    }),
  },
  {
    check: "WSM-10/asks",
    what: "the user is asked after the write",
    seen: /^"new text/,
    options: longTimes,
    break: inMode("ask", (parts) =>
      around(parts.methods, "writeFile", (original) => async (params, call) => {
        await plainWrite(params, call);
        return original(params, call);
      }),
    ),
  },
  {
    check: "WSM-10/asks",
    what: "a new file is created before the user is asked",
    seen: /"new\.txt"/,
    options: longTimes,
    break: inMode("ask", (parts) =>
      around(parts.methods, "writeFile", (original) => async (params, call) => {
        if (parse(requests.writeFile, params, "params").path.endsWith("new.txt")) await plainWrite(params, call);
        return original(params, call);
      }),
    ),
  },
  {
    check: "WSM-10/asks",
    what: "nothing can be read while a write is pending",
    seen: nothing,
    break: inMode(
      "ask",
      method("readFile", () => new Promise(() => {})),
    ),
  },
  {
    check: "WSM-10/cancelled",
    what: "a cancellation counts as approval",
    seen: /^"new text/,
    options: longTimes,
    break: inMode("ask", treatsEndAsApproval),
  },
  {
    check: "WSM-10/cancelled",
    what: "a cancelled write is answered",
    seen: /^error -32603 "cancelled"/,
    break: inMode("ask", (parts) => {
      parts.notifications.set("notifications/cancelled", (params, { session }) => {
        const id = isRecord(params) ? params.requestId : null;
        session.send({ jsonrpc: "2.0", id, error: { code: errorCodes.internalError, message: "cancelled" } });
      });
    }),
  },
  {
    check: "WSM-10/gone",
    what: "a disconnect counts as approval",
    seen: /^"new text/,
    options: longTimes,
    break: inMode("ask", treatsEndAsApproval),
  },
];
