/// <reference lib="dom" />
/** The application of docs/electron.md: simple tabs, each with the same text. */
import type { EditorView } from "@codemirror/view";

interface MyTab {
  readonly path: string;
  readonly view: EditorView;
  isDirty: boolean;
  isFront: boolean;
}

export const myTabs = {
  all: [] as MyTab[],
  makeEditor: (_path: string, _doc: string, _parent: HTMLElement): EditorView => {
    throw new Error("The page has not joined yet");
  },
  open(path: string, takeFocus: boolean): EditorView {
    const known = myTabs.all.find((tab) => tab.path === path);
    const tab = known ?? {
      path,
      view: myTabs.makeEditor(path, "one\ntwo\n", document.body),
      isDirty: false,
      isFront: false,
    };
    if (!known) myTabs.all.push(tab);
    for (const each of myTabs.all) each.isFront = takeFocus ? each === tab : each.isFront;
    if (takeFocus) tab.view.focus();
    return tab.view;
  },
  save(_path: string): void {},
  close(path: string): void {
    const at = myTabs.all.findIndex((tab) => tab.path === path);
    myTabs.all.splice(at, 1)[0]?.view.destroy();
  },
};
