/** The open files, for `@codemirror/lsp-client`. A file may be open in two editors. */
import { LSPPlugin, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

class ShownFile implements WorkspaceFile {
  readonly uri: string;
  readonly languageId: string;
  readonly views: EditorView[] = [];
  version = 0;
  doc: Text;

  constructor(uri: string, languageId: string, doc: Text) {
    this.uri = uri;
    this.languageId = languageId;
    this.doc = doc;
  }

  getView(main?: EditorView): EditorView | null {
    return (main && this.views.includes(main) ? main : this.views[0]) ?? null;
  }
}

/** Sends nothing, because the host notifies the server of changes to texts. */
export class ServerWorkspace extends Workspace {
  files: ShownFile[] = [];

  openFile(uri: string, languageId: string, view: EditorView): void {
    const known = this.files.find((file) => file.uri === uri);
    const file = known ?? new ShownFile(uri, languageId, view.state.doc);
    if (!known) this.files.push(file);
    file.views.push(view);
  }

  closeFile(uri: string, view: EditorView): void {
    const file = this.files.find((each) => each.uri === uri);
    const index = file?.views.indexOf(view) ?? -1;
    if (!file || index < 0) return;
    file.views.splice(index, 1);
    if (file.views.length === 0) this.files = this.files.filter((each) => each !== file);
  }

  syncFiles(): [] {
    for (const file of this.files) {
      const [view] = file.views;
      if (view) file.doc = view.state.doc;
      for (const each of file.views) LSPPlugin.get(each)?.clear();
    }
    return [];
  }

  override connected(): void {}
}
