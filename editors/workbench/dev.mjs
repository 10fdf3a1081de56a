// Temporary helper for trying the page: node editors/workbench/dev.mjs <folder>
import { createWorkbench } from "./dist/index.js";
import { resolve } from "node:path";
const folder = resolve(process.argv[2] ?? ".");
const w = await createWorkbench({ folders: [folder], command: "claude --ide --permission-mode manual", ide: { configDir: process.env.TANDEM_DEV_CONFIG ?? "/tmp/tandem-dev-config", logLevel: "debug", log: (e) => console.error(e.level, e.message, JSON.stringify(e.details ?? {})) } });
console.log(JSON.stringify({ link: w.door.newLink(), port: w.ide.port, token: w.ide.authToken }));
process.on("SIGINT", () => w.close().then(() => process.exit(0)));
process.on("SIGTERM", () => w.close().then(() => process.exit(0)));
