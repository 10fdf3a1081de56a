/**
 * Writes what is made from the protocol's schemas: packages/protocol/schemas/*.json, and the input schemas that
 * tools/list shows as a plain constant, with the descriptions beside them. Needs a build. `--check` writes nothing and
 * fails when a file is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { allJsonSchemas, toolInputSchemas } from "../packages/protocol/dist/json-schema.js";
import { tools } from "../packages/protocol/dist/tools.js";

const root = new URL("../packages/protocol/", import.meta.url);
const check = process.argv.includes("--check");
const files = new Map();
for (const [name, schema] of Object.entries(allJsonSchemas()))
  files.set(`schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
files.set(
  "src/tool-input-schemas.generated.ts",
  `/** Made by scripts/generate-schemas.mjs from tools.ts: what \`tools/list\` shows (MCP-03), for those who load no schemas. */
import type { ToolName } from "./tools.js";

interface ToolInputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [key: string]: unknown;
}

export const toolInputSchemas: Readonly<Record<ToolName, ToolInputSchema>> =
  ${JSON.stringify(toolInputSchemas())};

/** Every tool with what it is for, in the order of tools.ts. */
export const toolDescriptions: readonly (readonly [name: ToolName, description: string])[] =
  ${JSON.stringify(Object.entries(tools).map(([name, { description }]) => [name, description]))};\n`,
);
if (!check) mkdirSync(new URL("schemas/", root), { recursive: true });
for (const [name, content] of files) {
  const file = new URL(name, root);
  if (!check) writeFileSync(file, content);
  else if (readFileSync(file, "utf8") !== content) {
    console.error(`packages/protocol/${name} is not what the schemas say: run npm run generate`);
    process.exitCode = 1;
  }
}
