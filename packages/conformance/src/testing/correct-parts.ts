/** The parts of a correct endpoint. */
import type { IncomingMessage } from "node:http";
import { isInside } from "@tandem-ide/base/node";
import { authorizationHeader } from "@tandem-ide/protocol";
import { initialized, mcpMethods } from "./mcp-methods.js";
import type { Parts } from "./parts.js";
import { requestMethods } from "./request-methods.js";
import { definitions, toolTable } from "./tool-table.js";
import { isHidden, resolveInside, runsCode } from "./workspace.js";

function isLoopback(host: string, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host);
}

/** Checks Origin, Host and token (AUTH-01 to AUTH-05). */
function admit(request: IncomingMessage, token: string): { status: number; body: string } | undefined {
  const port = request.socket.localPort ?? 0;
  if (request.headers.origin !== undefined) return { status: 403, body: "requests from pages are refused" };
  if (!isLoopback(request.headers.host ?? "", Number(request.headers["x-tapped-port"] ?? port)))
    return { status: 403, body: "the Host must be loopback" };
  if (request.headers[authorizationHeader] !== token) return { status: 401, body: "the token is missing or wrong" };
  return undefined;
}

/** Returns correct parts. */
export function correctParts(token: string): Parts {
  return {
    address: "127.0.0.1",
    ports: { min: 20000, max: 60000 },
    token,
    lockDirectory: "config/ide",
    directoryMode: 0o700,
    fileMode: 0o600,
    lockFields: (lock) => lock,
    lockContent: undefined,
    leftovers: [],
    admit,
    refusal: "status",
    refusalCode: 1008,
    plainGetStatus: 426,
    maxHeaderSize: 16 * 1024,
    chooseProtocol: (offered) => (offered.has("mcp") ? "mcp" : false),
    policy: "many",
    evict: "close",
    stableMs: 20_000,
    forgetsNewcomer: true,
    maxClients: 10,
    fullStatus: 503,
    freesSlots: true,
    maxPayload: 10 * 1024 * 1024,
    maxUnsent: 16 * 1024 * 1024,
    healthMs: 30_000,
    pingsFirst: true,
    hearsPongs: true,
    onBinary: () => {},
    readyMs: 500,
    readyWithoutListMs: 1000,
    intervalMs: 50,
    isDebounced: false,
    allowsBatches: (version) => version === "2025-03-26",
    early: new Set(["initialize", "ping", "resources/list", ...requestMethods.keys()]),
    methods: new Map([...mcpMethods, ...requestMethods]),
    notifications: new Map([
      ["notifications/initialized", initialized],
      ["initialized", initialized],
    ]),
    tools: new Map(toolTable),
    listed: definitions(),
    resolve: resolveInside,
    isHidden,
    runsCode,
    askUser: async () => {},
    isOutside: (folder, path) => !isInside(folder, path),
    outgoing: (message) => message,
    tap: undefined,
  };
}
