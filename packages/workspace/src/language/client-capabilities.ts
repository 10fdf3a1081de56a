import type { ClientCapabilities } from "vscode-languageserver-protocol";

/**
 * The capabilities we declare to servers. No edits: a server never changes a file. From `hover` on, they are for pages that
 * connect through the relay and can show Markdown.
 */
export const clientCapabilities: ClientCapabilities = {
  general: { positionEncodings: ["utf-16"], markdown: { parser: "marked" } },
  window: { workDoneProgress: true, showMessage: {} },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    applyEdit: false,
  },
  textDocument: {
    synchronization: { didSave: true, dynamicRegistration: false },
    publishDiagnostics: { relatedInformation: false, versionSupport: true, codeDescriptionSupport: false },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
    hover: { contentFormat: ["markdown", "plaintext"] },
    completion: {
      completionItem: {
        snippetSupport: true,
        documentationFormat: ["plaintext", "markdown"],
        insertReplaceSupport: false,
        resolveSupport: { properties: ["documentation", "detail"] },
      },
      completionList: { itemDefaults: ["commitCharacters", "editRange", "insertTextFormat"] },
      contextSupport: true,
    },
    signatureHelp: {
      contextSupport: true,
      signatureInformation: {
        documentationFormat: ["markdown", "plaintext"],
        activeParameterSupport: true,
        parameterInformation: { labelOffsetSupport: true },
      },
    },
    definition: {},
    declaration: {},
    implementation: {},
    typeDefinition: {},
    references: {},
    documentHighlight: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};
