/** What a server asks or tells us, and the answers. */

import type { LogSink } from "@tandem/base";
import {
  ApplyWorkspaceEditRequest,
  CodeLensRefreshRequest,
  ConfigurationRequest,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  FoldingRangeRefreshRequest,
  InlayHintRefreshRequest,
  InlineValueRefreshRequest,
  LogMessageNotification,
  MessageType,
  type ProtocolConnection,
  RegistrationRequest,
  SemanticTokensRefreshRequest,
  ShowDocumentRequest,
  ShowMessageNotification,
  ShowMessageRequest,
  UnregistrationRequest,
  WorkDoneProgressCreateRequest,
  type WorkspaceFolder,
  WorkspaceFoldersRequest,
} from "vscode-languageserver-protocol/node";

/** What a server has registered while it runs, by method. */
export class Registrations {
  readonly #methods = new Map<string, { readonly method: string; readonly options: unknown }>();

  add(id: string, method: string, options: unknown): void {
    this.#methods.set(id, { method, options });
  }

  delete(id: string): void {
    this.#methods.delete(id);
  }

  has(method: string): boolean {
    return this.optionsOf(method).length > 0;
  }

  /** The options of each registration of a method. */
  optionsOf(method: string): readonly unknown[] {
    return [...this.#methods.values()].filter((each) => each.method === method).map(({ options }) => options ?? {});
  }
}

/** The part of the settings that a dotted section names; null where there is none, as the protocol wants it. */
export function sectionOf(settings: unknown, section: string | undefined): unknown {
  let at: unknown = settings;
  for (const key of section?.split(".") ?? []) {
    if (typeof at !== "object" || at === null) return null;
    at = new Map<string, unknown>(Object.entries(at)).get(key);
  }
  return at ?? null;
}

export interface ServerRequestsOptions {
  readonly folder: WorkspaceFolder;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: LogSink;
  /** Diagnostics that were pulled do not hold any more. */
  readonly onRefresh: () => void;
}

/** Answers everything that servers are known to ask; what is not here gets "method not found" from the library. */
export function answerServer(connection: ProtocolConnection, options: ServerRequestsOptions): Registrations {
  const { folder, settings, log, onRefresh } = options;
  const registrations = new Registrations();

  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section }) => sectionOf(settings, section)),
  );
  connection.onRequest(RegistrationRequest.type, ({ registrations: added }) => {
    for (const { id, method, registerOptions } of added) {
      registrations.add(id, method, registerOptions);
      // Some servers read their configuration only when they are told that it has changed.
      if (method === DidChangeConfigurationNotification.method)
        void connection.sendNotification(DidChangeConfigurationNotification.type, { settings }).catch(() => {});
    }
  });
  connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
    for (const { id } of unregisterations) registrations.delete(id);
  });
  connection.onRequest(WorkspaceFoldersRequest.type, () => [folder]);
  connection.onRequest(WorkDoneProgressCreateRequest.type, () => {});
  connection.onRequest(DiagnosticRefreshRequest.type, () => onRefresh());
  connection.onRequest(SemanticTokensRefreshRequest.type, () => {});
  connection.onRequest(InlayHintRefreshRequest.type, () => {});
  connection.onRequest(InlineValueRefreshRequest.type, () => {});
  connection.onRequest(CodeLensRefreshRequest.type, () => {});
  connection.onRequest(FoldingRangeRefreshRequest.type, () => {});
  // Files are changed by people and by Claude, not by a language server.
  connection.onRequest(ApplyWorkspaceEditRequest.type, () => ({
    applied: false,
    failureReason: "This editor applies no edits that it did not ask for",
  }));
  connection.onRequest(ShowDocumentRequest.type, () => ({ success: false }));
  connection.onRequest(ShowMessageRequest.type, ({ message }) => {
    log({ level: "info", message });
    return null;
  });

  connection.onNotification(ShowMessageNotification.type, ({ type, message }) =>
    log({ level: type === MessageType.Error ? "warn" : "info", message }),
  );
  connection.onNotification(LogMessageNotification.type, ({ message }) => log({ level: "debug", message }));
  // Progress, telemetry and what servers invent is dropped by the library.
  return registrations;
}
