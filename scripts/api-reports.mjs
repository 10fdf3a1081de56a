/**
 * Writes the public API of each package to a file in api/, so that API changes are visible in a review. Uses API Extractor
 * on the compiled declarations, so build first.
 *
 *   node scripts/api-reports.mjs            writes the files
 *   node scripts/api-reports.mjs --check    fails when a file is out of date
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { root } from "./command.mjs";

/** The packages for other developers. The rest are parts of the command and of our editors. */
const publicPackages = [
  "packages/base",
  "packages/protocol",
  "packages/server",
  "packages/client",
  "packages/workspace",
  "packages/changes",
  "packages/conformance",
  "editors/codemirror",
];

const folder = join(root, "api");
const temporary = join(tmpdir(), `tandem-api-${process.pid}`);
const isCheck = process.argv.includes("--check");

/** `@tandem-ide/server` with `./files` becomes `server-files`. */
function reportName(packageName, entry) {
  return `${packageName.split("/")[1]}${entry.slice(1).replaceAll("/", "-")}`;
}

function configOf(packageFolder, declarations, name) {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: join(root, packageFolder),
      mainEntryPointFilePath: join(root, packageFolder, declarations),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "es2022",
            lib: ["es2023", "esnext.disposable", "dom"],
            module: "nodenext",
            moduleResolution: "nodenext",
            strict: true,
            skipLibCheck: true,
            types: ["node"],
          },
          files: [join(root, packageFolder, declarations)],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: folder,
        reportTempFolder: temporary,
        includeForgottenExports: false,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        // Our doc comments have no release tags.
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, packageFolder, "package.json"),
  });
}

const entries = publicPackages.flatMap((packageFolder) => {
  const manifest = JSON.parse(readFileSync(join(root, packageFolder, "package.json"), "utf8"));
  return Object.entries(manifest.exports)
    .filter(([entry]) => entry !== "./testing")
    .map(([entry, { types }]) => ({ packageFolder, types, name: reportName(manifest.name, entry) }));
});

mkdirSync(folder, { recursive: true });
const configs = entries.map(({ packageFolder, types, name }) => configOf(packageFolder, types, name));
const [first] = configs;
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: configs.map((config) => config.mainEntryPointFilePath),
});
const wanted = new Set(entries.map(({ name }) => `${name}.api.md`));
const stale = readdirSync(folder).filter((name) => name.endsWith(".api.md") && !wanted.has(name));
const changed = [...stale];
for (const [index, config] of configs.entries()) {
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    compilerState,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  if (apiReportChanged) changed.push(`${entries[index].name}.api.md`);
}
rmSync(temporary, { recursive: true, force: true });
if (!isCheck) for (const name of stale) rmSync(join(folder, name));
else if (changed.length > 0) {
  console.error(`The public API has changed: ${changed.join(", ")}. Review the change with`);
  console.error("  npm run api && git diff api");
  console.error("and commit it if it is intended.");
  process.exitCode = 1;
}
