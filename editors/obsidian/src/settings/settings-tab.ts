/** The tab in Obsidian's settings. Rows are definitions, so that Obsidian's search finds them. */
import {
  type App,
  normalizePath,
  type Plugin,
  PluginSettingTab,
  type Setting,
  type SettingDefinitionItem,
  type SettingDefinitionRender,
} from "obsidian";
import { type NumberSetting, parseLines, parseNumber, type Settings, whyNoFolder, whyNoTag } from "./settings.js";

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
      { type: "group", heading: "Reviews", items: [this.#placement(), this.#layout()] },
      { type: "group", heading: "Connections", items: [this.#clients(), ...this.#limits()] },
      { type: "group", heading: "Log", items: [this.#logLevel(), this.#logBodies()] },
    ];
  }

  #pause(): SettingDefinitionRender {
    const { isPaused, setPaused } = this.#options;
    return {
      name: "Pause sharing",
      desc: "While this is on, Claude Code is told nothing: no selection, no mention, no file. It is remembered on this device.",
      aliases: ["stop", "privacy", "off"],
      render: (setting) => void setting.addToggle((toggle) => toggle.setValue(isPaused()).onChange(setPaused)),
    };
  }

  #folders(): SettingDefinitionRender {
    return this.#lines("withheldFolders", {
      name: "Folders kept from Claude",
      desc: "One a line, as in the vault. The folder with Obsidian's own settings is always kept back.",
      aliases: ["private", "exclude", "ignore", "withhold"],
      placeholder: "Journal\nWork/Contracts",
      normalise: normalizePath,
      why: whyNoFolder,
    });
  }

  #tags(): SettingDefinitionRender {
    return this.#lines("withheldTags", {
      name: "Tags kept from Claude",
      desc: "Notes with one of these tags, in the text or in the properties, and with tags below them.",
      aliases: ["private", "exclude", "ignore", "withhold"],
      placeholder: "private",
      normalise: (tag) => tag.replace(/^#+/, ""),
      why: whyNoTag,
    });
  }

  #lines(
    key: "withheldFolders" | "withheldTags",
    {
      placeholder,
      normalise,
      why,
      ...words
    }: {
      readonly name: string;
      readonly desc: string;
      readonly aliases: string[];
      readonly placeholder: string;
      readonly normalise: (line: string) => string;
      readonly why: (line: string) => string | undefined;
    },
  ): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      ...words,
      render: (setting) =>
        void setting.addTextArea((area) =>
          area
            .setPlaceholder(placeholder)
            .setValue(settings()[key].join("\n"))
            .onChange((typed) => {
              const lines = parseLines(typed);
              const wrong = lines.map(why).find((each) => each !== undefined);
              setting.setErrorMessage(wrong ?? null);
              if (wrong === undefined) change({ [key]: lines.map(normalise) });
            }),
        ),
    };
  }

  #choice<K extends "reviewPlacement" | "reviewLayout" | "clients" | "logLevel">(
    key: K,
    words: { readonly name: string; readonly desc: string; readonly aliases?: string[] },
    choices: Readonly<Record<Settings[K], string>>,
  ): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      ...words,
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
      { name: "Where reviews open", desc: "A tab beside the note is not brought to the front while you type there." },
      { tab: "In a new tab", split: "To the right" },
    );
  }

  #layout(): SettingDefinitionRender {
    return this.#choice(
      "reviewLayout",
      { name: "Layout of reviews", desc: "A narrow pane shows one text in any case.", aliases: ["diff"] },
      { "side-by-side": "Side by side", unified: "One text" },
    );
  }

  #clients(): SettingDefinitionRender {
    return this.#choice(
      "clients",
      { name: "Sessions at the same time", desc: "With one, a newcomer takes the place of the one before." },
      { many: "Many", single: "One" },
    );
  }

  #limits(): readonly SettingDefinitionRender[] {
    return [
      this.#number("maxClients", "Most connections", "How many sessions may be connected; the next one is refused."),
      this.#number("maxMessageMegabytes", "Largest message, in MB", "A larger one ends the connection."),
      this.#number(
        "healthCheckSeconds",
        "Health check, in seconds",
        "How often connections are looked at; a dead one is removed.",
      ),
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
        desc: "What is written to the developer console. Connections are at information, messages at debug.",
        aliases: ["console", "debug", "verbose"],
      },
      { error: "Errors", warn: "Warnings", info: "Information", debug: "Debug" },
    );
  }

  #logBodies(): SettingDefinitionRender {
    const { settings, change } = this.#options;
    return {
      name: "Log what messages say",
      desc: "At debug. It is your text, so leave it off unless you look for a fault.",
      render: (setting) =>
        void setting.addToggle((toggle) =>
          toggle.setValue(settings().logBodies).onChange((logBodies) => change({ logBodies })),
        ),
    };
  }
}
