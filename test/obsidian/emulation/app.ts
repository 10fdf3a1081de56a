/** An application with a vault on disk, a working workspace, and plugins. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as commands from "@codemirror/commands";
import * as language from "@codemirror/language";
import * as state from "@codemirror/state";
import * as codemirrorView from "@codemirror/view";
import * as lezerCommon from "@lezer/common";
import * as lezerHighlight from "@lezer/highlight";
import * as lezerLr from "@lezer/lr";
import * as obsidian from "obsidian-test-mocks/obsidian";
import { DiskAdapter } from "./disk-adapter.js";
import { editorInfoField, patchFileViews, patchMetadata, readAgain } from "./views.js";
import { VaultWatch } from "./watch-vault.js";
import { type EmulatedLeaf, EmulatedWorkspace } from "./workspace.js";

/** The notices. */
export const notices: string[] = [];
/** Menus that were opened, newest last. */
export const menus: obsidian.Menu[] = [];

class Notice extends obsidian.Notice {
  constructor(message: string | DocumentFragment, duration?: number) {
    super(message, duration);
    notices.push(this.messageEl.textContent ?? "");
    document.body.append(this.containerEl);
  }
  override hide(): void {
    this.containerEl.remove();
  }
}

class Menu extends obsidian.Menu {
  override showAtMouseEvent(): this {
    menus.push(this);
    return this;
  }
  override showAtPosition(): this {
    menus.push(this);
    return this;
  }
}

/** The emulation's own one closes at once. */
class Modal extends obsidian.Modal {
  override open(): void {
    this.containerEl.addClass("modal-container");
    document.body.append(this.containerEl);
    this.onOpen();
  }
  override close(): void {
    this.onClose();
    this.containerEl.remove();
  }
}

/** The emulation only records what a click should do. */
obsidian.ButtonComponent.prototype.onClick = function (this: obsidian.ButtonComponent, run) {
  this.buttonEl.addEventListener("click", run);
  return this;
};

/** The module that the plugin's `require("obsidian")` returns. */
const obsidianModule = {
  ...obsidian,
  Notice,
  Menu,
  Modal,
  editorInfoField,
  setTooltip: (element: HTMLElement, words: string) => element.setAttribute("aria-label", words),
};

const given: Readonly<Record<string, unknown>> = {
  obsidian: obsidianModule,
  "@codemirror/commands": commands,
  "@codemirror/language": language,
  "@codemirror/state": state,
  "@codemirror/view": codemirrorView,
  "@lezer/common": lezerCommon,
  "@lezer/highlight": lezerHighlight,
  "@lezer/lr": lezerLr,
};

export interface EmulationOptions {
  readonly vault: string;
  /** The folder with the built plugin. */
  readonly plugin: string;
  readonly autosaveMs: number;
}

type PluginClass = new (app: obsidian.App, manifest: unknown) => obsidian.Plugin;

export class EmulatedObsidian {
  readonly app: obsidian.App;
  readonly workspace: EmulatedWorkspace;
  readonly adapter: DiskAdapter;
  readonly watch: VaultWatch;
  readonly #options: EmulationOptions;
  #plugin: obsidian.Plugin | undefined;

  constructor(options: EmulationOptions) {
    this.#options = options;
    this.adapter = new DiskAdapter(options.vault);
    patchMetadata();
    this.app = obsidian.App.create__(
      Reflect.apply(Reflect.get(this.adapter, "asOriginalType__"), this.adapter, []),
      "emulated",
    );
    this.workspace = new EmulatedWorkspace(this.app, document.body.createDiv());
    const typeOf = (ending: string) => this.workspace.typeOf(ending);
    Object.assign(this.app, { workspace: this.workspace, viewRegistry: { getTypeByExtension: typeOf } });
    Object.assign(globalThis, { app: this.app });
    patchFileViews(this.app, { delayMs: options.autosaveMs });
    this.app.vault.on("modify", (file) => {
      for (const { view } of this.workspace.all)
        if (file instanceof obsidian.TFile) void readAgain(this.app, view, file);
    });
    this.watch = new VaultWatch(this.app, this.adapter);
  }

  get plugin(): obsidian.Plugin {
    if (!this.#plugin) throw new Error("The plugin is disabled");
    return this.#plugin;
  }

  async start(): Promise<void> {
    this.watch.start();
    await this.enable();
    this.workspace.setLayoutReady__();
    await this.served();
  }

  /** The plugin is serving, or has reported why it isn't. */
  async served(): Promise<void> {
    const item = document.querySelector(".status-bar-item");
    while (item?.textContent === "Claude: starting") await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Loads main.js again, as Obsidian does. Its registrations last until it is disabled. */
  async enable(): Promise<void> {
    const folder = this.#options.plugin;
    const module: { exports: { default?: PluginClass } } = { exports: {} };
    const node = createRequire(join(folder, "main.js"));
    const require = (name: string) => given[name] ?? node(name);
    const code = readFileSync(join(folder, "main.js"), "utf8");
    new Function("require", "module", "exports", code)(require, module, module.exports);
    const Plugin = module.exports.default;
    if (!Plugin) throw new Error("main.js has no default export");
    const plugin = new Plugin(this.app, JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
    this.#plugin = plugin;
    this.#connect(plugin);
    plugin.loaded__ = true;
    await plugin.onload();
  }

  disable(): void {
    this.#plugin?.unload();
    this.#plugin = undefined;
  }

  /** Gives an effect to registrations that the emulation only records. */
  #connect(plugin: obsidian.Plugin): void {
    const data = join(this.#options.vault, this.app.vault.configDir, "plugins/tandem-ide/data.json");
    Object.assign(plugin, {
      registerView: (type: string, creator: (leaf: EmulatedLeaf) => never) =>
        plugin.register(this.workspace.register(type, creator)),
      registerEditorExtension: (extension: state.Extension) =>
        plugin.register(this.workspace.registerExtension(extension)),
      addStatusBarItem: () => {
        const element = document.body.createDiv({ cls: "status-bar-item" });
        plugin.register(() => element.remove());
        return element;
      },
      loadData: async () => {
        try {
          return JSON.parse(readFileSync(data, "utf8"));
        } catch {
          return null;
        }
      },
      saveData: async (value: unknown) => {
        mkdirSync(dirname(data), { recursive: true });
        writeFileSync(data, JSON.stringify(value, undefined, 2));
      },
    });
  }
}
