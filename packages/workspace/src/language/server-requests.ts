/** Answers a server's requests and handles its notifications. */

import { isRecord, type LogSink } from "@tandem-ide/base";
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

/** The capabilities that a server registers while it runs. */
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

  /** Returns the options of each registration of a method. */
  optionsOf(method: string): readonly unknown[] {
    return [...this.#methods.values()].filter((each) => each.method === method).map(({ options }) => options ?? {});
  }
}

/** Returns the part of the settings with a dotted name, or null as the protocol requires. */
export function sectionOf(settings: unknown, section: string | undefined): unknown {
  let at: unknown = settings;
  for (const key of section?.split(".") ?? []) {
    if (!isRecord(at) || !Object.hasOwn(at, key)) return null;
    at = at[key];
  }
  return at ?? null;
}

export interface ServerRequestsOptions {
  readonly folder: WorkspaceFolder;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: LogSink;
  /** Called when pulled diagnostics are outdated. */
  readonly onRefresh: () => void;
}

/** Answers every request that servers are known to send. For others the library answers "method not found". */
export function answerServer(connection: ProtocolConnection, options: ServerRequestsOptions): Registrations {
  const { folder, settings, log, onRefresh } = options;
  const registrations = new Registrations();

  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section }) => sectionOf(settings, section)),
  );
  connection.onRequest(RegistrationRequest.type, ({ registrations: added }) => {
    for (const { id, method, registerOptions } of added) {
      registrations.add(id, method, registerOptions);
      // Some servers read their configuration only after a change notification.
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
  for (const { type } of [
    SemanticTokensRefreshRequest,
    InlayHintRefreshRequest,
    InlineValueRefreshRequest,
    CodeLensRefreshRequest,
    FoldingRangeRefreshRequest,
  ])
    connection.onRequest(type, () => {});
  // Only the user and Claude change files.
  connection.onRequest(ApplyWorkspaceEditRequest.type, () => ({
    applied: false,
    failureReason: "This editor doesn't apply edits from language servers",
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
  // The library drops progress, telemetry and unknown notifications.
  return registrations;
}
