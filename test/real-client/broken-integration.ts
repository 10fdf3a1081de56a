/** Editors that are deliberately broken, based on a correct one: scenarios must fail with them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockDirectoryName, lockFileName } from "@tandem-ide/protocol";
import { openRelay, type Tampering } from "../../packages/conformance/src/contract/testing/relay.js";
import type { Integration } from "./integration.js";

/** Its lock file contains a different token from the one that it accepts. */
export function withWrongToken(integration: Integration): Integration {
  return {
    name: `${integration.name} with a wrong token`,
    async launch(options) {
      const running = await integration.launch(options);
      const lock = JSON.parse(readFileSync(running.lockFile, "utf8"));
      writeFileSync(running.lockFile, JSON.stringify({ ...lock, authToken: "00000000-0000-4000-8000-000000000000" }));
      return running;
    },
  };
}

/** Claude Code finds only a relay in front of the editor, which changes messages. */
export function behindRelay(integration: Integration, name: string, tampering: Tampering): Integration {
  return {
    name: `${integration.name} ${name}`,
    async launch({ folder, home }) {
      const hiddenHome = join(dirname(home), "hidden-home");
      mkdirSync(hiddenHome);
      const running = await integration.launch({ folder, home: hiddenHome });
      const lock: { authToken: string } = JSON.parse(readFileSync(running.lockFile, "utf8"));
      const relay = await openRelay({ port: running.port, authToken: lock.authToken }, tampering);
      const directory = join(home, ".claude", lockDirectoryName);
      mkdirSync(directory, { recursive: true });
      const lockFile = join(directory, lockFileName(relay.port));
      writeFileSync(lockFile, JSON.stringify({ ...lock, port: relay.port }));
      const end = async (how: "stop" | "kill") => {
        relay.close();
        await running[how]();
      };
      return { ...running, port: relay.port, lockFile, stop: () => end("stop"), kill: () => end("kill") };
    },
  };
}

interface Call {
  readonly id?: unknown;
  readonly params?: { readonly name?: string; readonly arguments?: { readonly new_file_path: string } };
}

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly content?: readonly { readonly text?: string }[] };
}

/** Writes the accepted text to the file, which is the client's job. */
export function thatWritesTheFile(integration: Integration): Integration {
  const paths = new Map<unknown, string>();
  return behindRelay(integration, "that writes the file itself", {
    fromClient(message) {
      const { id, params }: Call = JSON.parse(message);
      if (params?.name === "openDiff" && params.arguments) paths.set(id, params.arguments.new_file_path);
      return message;
    },
    fromEditor(message) {
      const { id, result }: Answer = JSON.parse(message);
      const [verdict, text] = result?.content ?? [];
      const path = paths.get(id);
      if (path !== undefined && verdict?.text === "FILE_SAVED") writeFileSync(path, text?.text ?? "");
      return message;
    },
  });
}
