/** Language tools, which the workbench doesn't have itself. Without them it doesn't offer `getDiagnostics`. */
import type { LanguageTools as DiagnosticTools } from "@tandem-ide/workspace/language";
import type { LazyLanguageServers } from "@tandem-ide/workspace/lazy";
import type { TrustedFolders } from "@tandem-ide/workspace/permission";

/**
 * Finds problems in files, usually with language servers. It sees every open text, unsaved changes included. Only
 * diagnostics are required; the optional members are for the page.
 */
export type LanguageTools = DiagnosticTools &
  Partial<
    Pick<
      LazyLanguageServers,
      "connect" | "onDiagnosticsChanged" | "setFolders" | "status" | "onStatusChanged" | "restart" | "rescan"
    >
  >;

/**
 * Asks the user before programs that come with the workspace are run.
 *
 * @example
 * await createWorkbench({ folders, languageTools, workspacePrograms });
 */
export type WorkspacePrograms = Pick<TrustedFolders, "questions" | "onChanged" | "answer">;
