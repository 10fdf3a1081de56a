/** Faults of what the workspace requests may do (WSM-10). */
import { isRecord } from "@tandem/base";
import { errorCodes, RpcError, requests, type WorkspaceRequestMode } from "@tandem/protocol";
import { parse } from "../mcp-methods.js";
import { around, type Method, type Parts } from "../parts.js";
import { setMode } from "../request-modes.js";
import { type Fault, method, nothing, recode } from "./fault.js";
import { plainWrite } from "./requests.js";

/** An endpoint that says that it is in this mode, and then is wrong in one thing. */
function inMode(mode: WorkspaceRequestMode, breakIt: (parts: Parts) => void): (parts: Parts) => void {
  return (parts) => {
    setMode(parts, mode);
    breakIt(parts);
  };
}

/** Takes the end of a request for a yes. */
function takesEndForYes(parts: Parts): void {
  parts.askUser = (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}

const unknown: Method = () => {
  throw new RpcError(errorCodes.methodNotFound, "there is no such method");
};

/** Long enough for a write that must not come. */
const unhurried = { times: { quietMs: 200 } };

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
    what: "they are refused in other words",
    seen: /^error -32600/,
    break: inMode("off", recode(errorCodes.methodNotFound, errorCodes.invalidRequest)),
  },
  {
    check: "WSM-10/no-write",
    what: "the lock says read, and files are written",
    seen: /^the result/,
    break: inMode("read", method("writeFile", plainWrite)),
  },
  {
    check: "WSM-10/no-write",
    what: "it is called unknown, and done all the same",
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
    what: "nobody is asked",
    seen: /^the result/,
    options: unhurried,
    break: inMode("ask", (parts) => {
      parts.askUser = async () => {};
    }),
  },
  {
    check: "WSM-10/asks",
    what: "the user is asked when it is done",
    seen: /^"new text/,
    options: unhurried,
    break: inMode("ask", (parts) =>
      around(parts.methods, "writeFile", (original) => async (params, call) => {
        await plainWrite(params, call);
        return original(params, call);
      }),
    ),
  },
  {
    check: "WSM-10/asks",
    what: "a new file is made before the user is asked",
    seen: /"new\.txt"/,
    options: unhurried,
    break: inMode("ask", (parts) =>
      around(parts.methods, "writeFile", (original) => async (params, call) => {
        if (parse(requests.writeFile, params, "params").path.endsWith("new.txt")) await plainWrite(params, call);
        return original(params, call);
      }),
    ),
  },
  {
    check: "WSM-10/asks",
    what: "nothing is read while the user is asked",
    seen: nothing,
    break: inMode(
      "ask",
      method("readFile", () => new Promise(() => {})),
    ),
  },
  {
    check: "WSM-10/cancelled",
    what: "a cancellation counts as a yes",
    seen: /^"new text/,
    options: unhurried,
    break: inMode("ask", takesEndForYes),
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
    what: "the client's end counts as a yes",
    seen: /^"new text/,
    options: unhurried,
    break: inMode("ask", takesEndForYes),
  },
];
