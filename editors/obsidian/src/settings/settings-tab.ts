/** The settings tab. Settings are definitions, so that Obsidian's search finds them. */
import {
  type App,
  normalizePath,
  type Plugin,
  PluginSettingTab,
  type Setting,
  type SettingDefinitionItem,
  type SettingDefinitionRender,
} from "obsidian";
import { folderError, type NumberSetting, parseLines, parseNumber, type Settings, tagError } from "./settings.js";

export interface SettingsTabOptions {
  readonly settings: () => Settings;
  readonly change: (changed: Partial<Settings>) => void;
  readonly isPaused: () => boolean;
  readonly setPaused: (isPaused: boolean) => void;
}

export class SettingsTab extends PluginSettingTab {
  readonly #options: SettingsTabOptions;

  constructor(app: App, plugin: Plugin, options: SettingsTabOptions) {
    super(app, plugin);
    this.icon = "message-square-diff";
    this.#options = options;
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    return [
      { type: "group", items: [this.#pause()] },
      { type: "group", heading: "Privacy", items: [this.#folders(), this.#tags()] },
      { type: "group", heading: "Reviews", items: [this.#placement(), this.#layout(), this.#opensNext()] },
      { type: "group", heading: "Changes on disk", items: this.#changes() },
      { type: "group", heading: "Connections", items: [this.#clients(), ...this.#limits()] },
      { type: "group", heading: "Log", items: [this.#logLevel(), this.#logBodies()] },
    ];
  }

  #pause(): SettingDefinitionRender {
    const { isPaused, setPaused } = this.#options;
    return {
      name: "Pause sharing",
      desc: "Stop sharing selections, mentions and files with Claude Code. Remembered on this device only.",
      aliases: ["stop", "privacy", "off"],
      render: (setting) => void setting.addToggle((toggle) => toggle.setValue(isPaused()).onChange(setPaused)),
    };
  }

  #folders(): SettingDefinitionRender {
    return this.#lines("hiddenFolders", {
      name: "Hidden folders",
      desc: "Hide these folders in the vault from Claude, one per line. Obsidian's settings folder is always hidden.",
      aliases: ["private", "exclude", "ignore", "hide"],
      placeholder: "Journal\nWork/Contracts",
      normalise: normalizePath,
      errorOf: folderError,
    });
  }

  #tags(): SettingDefinitionRender {
    return this.#lines("hiddenTags", {
      name: "Hidden tags",
      desc: "Hide notes with these tags or tags nested in them from Claude, one per line.",
      aliases: ["private", "exclude", "ignore", "hide"],
      placeholder: "private",
      normalise: (tag) => tag.replace(/^#+/, ""),
      errorOf: tagError,
    });
  }

  #lines(
    key: "hiddenFolders" | "hiddenTags",
    {
      placeholder,
      normalise,
      errorOf,
      ...texts
    }: {
      readonly name: string;
      readonly desc: string;
      readonly aliases: string[];
      readonly placeholder: string;
      readonly normalise: (line: string) => string;
      readonly errorOf: (line: string) => string | undefined;
    },
  ): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      ...texts,
      render: (setting) =>
        void setting.addTextArea((area) =>
          area
            .setPlaceholder(placeholder)
            .setValue(settings()[key].join("\n"))
            .onChange((typed) => {
              const lines = parseLines(typed);
              const error = lines.map(errorOf).find((each) => each !== undefined);
              setting.setErrorMessage(error ?? null);
              if (error === undefined) change({ [key]: lines.map(normalise) });
            }),
        ),
    };
  }

  #choice<K extends "reviewPlacement" | "reviewLayout" | "clients" | "logLevel">(
    key: K,
    texts: { readonly name: string; readonly desc: string; readonly aliases?: string[] },
    choices: Readonly<Record<Settings[K], string>>,
  ): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      ...texts,
      render: (setting) =>
        void setting.addDropdown((dropdown) =>
          dropdown
            .addOptions(choices)
            .setValue(settings()[key])
            .onChange((value) => change({ [key]: value })),
        ),
    };
  }

  #placement(): SettingDefinitionRender {
    return this.#choice(
      "reviewPlacement",
      { name: "Open reviews", desc: "A new tab doesn't come to the front while you're typing." },
      { tab: "In a new tab", split: "To the right" },
    );
  }

  #layout(): SettingDefinitionRender {
    return this.#choice(
      "reviewLayout",
      { name: "Review layout", desc: "Narrow panes are always unified.", aliases: ["diff"] },
      { "side-by-side": "Side by side", unified: "Unified" },
    );
  }

  #opensNext(): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      name: "Open the next review",
      desc: "After a decision, the next pending review comes to the front.",
      aliases: ["queue"],
      render: (setting) =>
        void setting.addToggle((toggle) =>
          toggle.setValue(settings().opensNextReview).onChange((opensNextReview) => change({ opensNextReview })),
        ),
    };
  }

  #clients(): SettingDefinitionRender {
    return this.#choice(
      "clients",
      { name: "Concurrent sessions", desc: 'If set to "One", a new session replaces the current one.' },
      { many: "Multiple", single: "One" },
    );
  }

  #limits(): readonly SettingDefinitionRender[] {
    return [
      this.#number("maxClients", "Maximum connections", "Further sessions are refused."),
      this.#number("maxMessageMegabytes", "Maximum message size (MB)", "A larger message closes its connection."),
      this.#number("healthCheckSeconds", "Health check interval (seconds)", "How often to remove dead connections."),
    ];
  }

  #number(key: NumberSetting, name: string, desc: string): SettingDefinitionRender {
    const { settings, change } = this.#options;
    const typed = (setting: Setting, text: string) => {
      const value = parseNumber(key, text);
      setting.setErrorMessage(typeof value === "string" ? value : null);
      if (typeof value === "number") change({ [key]: value });
    };
    return {
      name,
      desc,
      aliases: ["limit"],
      render: (setting) =>
        void setting.addText((text) =>
          text.setValue(String(settings()[key])).onChange((value) => typed(setting, value)),
        ),
    };
  }

  #logLevel(): SettingDefinitionRender {
    return this.#choice(
      "logLevel",
      {
        name: "Log level",
        desc: "Entries at this level or above go to the developer console. Connections are logged as information, messages as debug.",
        aliases: ["console", "debug", "verbose"],
      },
      { error: "Errors", warn: "Warnings", info: "Information", debug: "Debug" },
    );
  }

  #logBodies(): SettingDefinitionRender {
    return this.#switch("logBodies", {
      name: "Log message contents",
      desc: "At debug level. This logs your text, so turn it on only for troubleshooting.",
    });
  }

  #changes(): SettingDefinitionRender[] {
    const isOn = this.#switch("recordChanges", {
      name: "List changes on disk",
      desc: "Record what other programs change in this vault while Claude Code is connected, so that you can review and undo it. Stored on this device, outside the vault.",
      aliases: ["undo", "restore", "snapshot"],
    });
    // Not immediately, because a half-typed number would remove changes.
    const when = "Takes effect after Obsidian restarts.";
    return [
      isOn,
      this.#number("changesMegabytes", "Storage limit for changes (MB)", `A larger vault isn't recorded. ${when}`),
      this.#number("changesDays", "Keep changes for (days)", `Older changes can't be undone any more. ${when}`),
    ];
  }

  #switch(
    key: "logBodies" | "recordChanges",
    texts: { readonly name: string; readonly desc: string; readonly aliases?: string[] },
  ): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      ...texts,
      render: (setting) =>
        void setting.addToggle((toggle) =>
          toggle.setValue(settings()[key]).onChange((value) => change({ [key]: value })),
        ),
    };
  }
}
