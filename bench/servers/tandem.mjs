/** The endpoint with an in-memory editor that accepts every proposal immediately and has the fixture open. */
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint } from "@tandem-ide/server";
import { diagnosticsOf, makeFiles, tabsOf, temporaryDirectory } from "./fixture.mjs";

export async function tandem({ folder = temporaryDirectory(), tabs = 0, diagnostics = 0 }) {
  const configDir = temporaryDirectory();
  const editor = new MemoryEditor({
    folders: [folder],
    hasDiagnostics: true,
    onReviewsChanged: () => editor.reviews[0]?.accept(),
  });
  if (tabs > 0) {
    const open = tabsOf(makeFiles(folder, tabs));
    editor.openEditors = () => open;
  }
  if (diagnostics > 0)
    for (const { path, diagnostics: own } of diagnosticsOf(makeFiles(folder, 1000), diagnostics))
      editor.setDiagnostics(path, own);
  const options = { configDir, home: configDir, env: {}, maxMessageBytes: 64 * 1024 * 1024 };
  const { port, authToken } = await createEndpoint(editor, options);
  return { port, authToken };
}
