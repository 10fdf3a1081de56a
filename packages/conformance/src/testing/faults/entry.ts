/** Faults of the lock file and of who is let in (LCK, AUTH). */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { authorizationHeader } from "@tandem/protocol";
import type { Parts } from "../parts.js";
import type { Fault } from "./fault.js";

type Admit = Parts["admit"];

/** Lets in what the predicate says, whatever is wrong with it. */
function alsoAdmit(parts: Parts, lets: (request: Parameters<Admit>[0], token: string) => boolean): void {
  const { admit } = parts;
  parts.admit = (request, token) => (lets(request, token) ? undefined : admit(request, token));
}

const shown = (request: Parameters<Admit>[0]) => String(request.headers[authorizationHeader] ?? "");

function admits(check: string, what: string, lets: (request: Parameters<Admit>[0], token: string) => boolean): Fault {
  return { check, what, seen: /^HTTP 101 and the message/, break: (parts) => alsoAdmit(parts, lets) };
}

export const entryFaults: readonly Fault[] = [
  {
    check: "LCK-01/place",
    what: "the locks are in another directory",
    seen: /^locks\//,
    break(parts) {
      parts.lockDirectory = "config/locks";
    },
  },
  {
    check: "LCK-02/directory-mode",
    what: "the directory is open to all",
    seen: /^0755$/,
    break(parts) {
      parts.directoryMode = 0o755;
    },
  },
  {
    check: "LCK-03/file-mode",
    what: "the lock is open to all",
    seen: /^0644$/,
    break(parts) {
      parts.fileMode = 0o644;
    },
  },
  {
    check: "LCK-05/no-leftovers",
    what: "the temporary file stays",
    seen: /^\.\d+\.lock\.tmp$/,
    break(parts) {
      parts.leftovers = [".<port>.lock.tmp"];
    },
  },
  {
    check: "LCK-06/fields",
    what: "runningInWindows is missing",
    seen: /runningInWindows/,
    break(parts) {
      parts.lockFields = ({ runningInWindows: _, ...rest }) => rest;
    },
  },
  {
    check: "LCK-06/fields",
    what: "the port is another",
    seen: /^1$/,
    break(parts) {
      parts.lockFields = (lock) => ({ ...lock, port: 1 });
    },
  },
  {
    check: "LCK-06/fields",
    what: "the lock is a list of folders",
    seen: /^"\/somewhere/,
    break(parts) {
      parts.lockContent = "/somewhere\n";
    },
  },
  {
    check: "LCK-06/pid",
    what: "the pid is nobody's",
    seen: /no process/,
    break(parts) {
      parts.lockFields = (lock) => ({ ...lock, pid: 2 ** 31 - 2 });
    },
  },
  {
    check: "LCK-08/real-paths",
    what: "a folder is named by a link",
    seen: /by-link/,
    async break(parts, { root, workspace }) {
      await symlink(workspace, join(root, "by-link"));
      parts.lockFields = (lock) => ({ ...lock, workspaceFolders: [join(root, "by-link")] });
    },
  },
  {
    check: "LCK-08/real-paths",
    what: "a folder is relative",
    seen: /^"workspace"$/,
    break(parts) {
      parts.lockFields = (lock) => ({ ...lock, workspaceFolders: ["workspace"] });
    },
  },
  {
    check: "LCK-10/where-clients-look",
    what: "the lock is where no client looks",
    seen: /elsewhere/,
    break(parts) {
      parts.lockDirectory = "elsewhere/ide";
    },
  },
  {
    check: "AUTH-01/right-token",
    what: "the header's name is compared letter by letter",
    seen: /^HTTP 401/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) =>
        request.rawHeaders.includes(authorizationHeader) ? admit(request, token) : { status: 401, body: "no token" };
    },
  },
  admits("AUTH-02/no-token", "nobody looks at the token", () => true),
  {
    check: "AUTH-02/no-token",
    what: "the refusal is 400",
    seen: /^HTTP 400/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) => (admit(request, token) ? { status: 400, body: "bad request" } : undefined);
    },
  },
  {
    check: "AUTH-02/no-token",
    what: "the refusal says nothing",
    seen: /empty body/,
    break(parts) {
      const { admit } = parts;
      parts.admit = (request, token) => (admit(request, token) ? { status: 401, body: "" } : undefined);
    },
  },
  {
    check: "AUTH-02/no-token",
    what: "the first message is served before the close",
    seen: /^HTTP 101 and the message/,
    break(parts) {
      parts.refusal = "close after serving";
    },
  },
  {
    check: "AUTH-02/no-token",
    what: "the close code is 1000",
    seen: /^HTTP 101 and close 1000/,
    break(parts) {
      parts.refusal = "close";
      parts.refusalCode = 1000;
    },
  },
  admits("AUTH-02/empty-token", "an empty token is as good as none", (request) => shown(request) === ""),
  admits("AUTH-02/wrong-token", "any token will do", (request) => shown(request) !== ""),
  admits("AUTH-02/same-length", "lengths are compared", (request, token) => shown(request).length === token.length),
  admits("AUTH-02/part-of-token", "a beginning is enough", (request, token) => {
    return shown(request) !== "" && token.startsWith(shown(request));
  }),
  admits("AUTH-02/part-of-token", "more is enough", (request, token) => shown(request).startsWith(token)),
  admits("AUTH-02/other-place", "the URL counts", (request, token) => request.url?.includes(`token=${token}`) ?? false),
  admits("AUTH-02/other-place", "the path counts", (request, token) => request.url === `/${token}`),
  admits("AUTH-02/other-place", "Authorization counts", (request, token) => {
    return request.headers.authorization === `Bearer ${token}`;
  }),
  {
    check: "AUTH-03/uuid",
    what: "the token is a word",
    seen: /^6 characters/,
    break(parts) {
      parts.token = "secret";
    },
  },
  admits("AUTH-05/origin", "pages are let in", (request, token) => {
    return request.headers.origin !== undefined && shown(request) === token;
  }),
  admits("AUTH-05/origin", "pages from localhost are let in", (request, token) => {
    return /localhost/.test(request.headers.origin ?? "") && shown(request) === token;
  }),
  admits("AUTH-05/host", "any Host is let in", (request, token) => {
    return request.headers.origin === undefined && shown(request) === token;
  }),
  admits("AUTH-05/host", "a Host that begins like loopback is let in", (request, token) => {
    return (request.headers.host ?? "").startsWith("127.0.0.1") && shown(request) === token;
  }),
];
