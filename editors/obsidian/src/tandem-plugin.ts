/** The plugin: makes the parts, joins them, and ends them in order. */

import { messageOf } from "@tandem/base";
import { shownName } from "@tandem/protocol";
import { type EditorEvents, type EditorSelection, type Endpoint, prepareEndpoint } from "@tandem/server";
import { DraftJournal, ReviewDrafts } from "@tandem/workspace/drafts";
import { type App, FileSystemAdapter, Notice, Platform, Plugin, type PluginManifest } from "obsidian";
import { Diagnostics } from "./diagnostics/diagnostics.js";
import { followSelection } from "./editor/follow-selection.js";
import { createObsidianEditor } from "./editor/obsidian-editor.js";
import { currentSelection, selectionExtension } from "./editor/selection.js";
import { keptAddress } from "./endpoint/kept-address.js";
import { addCommands } from "./interface/commands.js";
import { environmentLine } from "./interface/environment-line.js";
import { LogBook } from "./interface/log-book.js";
import { LogModal } from "./interface/log-modal.js";
import { Mentioner } from "./interface/mention.js";
import { noticeWithButton } from "./interface/notices.js";
import { type StatusActions, StatusBar } from "./interface/status-bar.js";
import { OutsideView, outsideViewType } from "./outside-view.js";
import { PlainTextView, plainTextViewType } from "./plain-text-view.js";
import { PrivateTags } from "./privacy/private-tags.js";
import { withholdRules } from "./privacy/withhold-rules.js";
import { ClosingWindows } from "./reviews/closing-windows.js";
import { reviewViewType } from "./reviews/review-view.js";
import { Reviews } from "./reviews/reviews.js";
import { defaultSettings, needsRestart, readSettings, type Settings } from "./settings/settings.js";
import { SettingsTab } from "./settings/settings-tab.js";
import { frontFile } from "./vault/leaves.js";
import { VaultPaths } from "./vault/vault-paths.js";

/** Kept on this device: data.json is synchronised, and a pause here is none elsewhere. */
const pausedKey = "tandem-is-paused";
const megabyte = 1024 * 1024;

function vaultFolder({ vault }: App): string {
  if (vault.adapter instanceof FileSystemAdapter) return vault.adapter.getBasePath();
  throw new Error("Tandem needs a vault in a folder of this computer.");
}

export class TandemPlugin extends Plugin {
  readonly #log: LogBook;
  readonly #paths: VaultPaths;
  readonly #tags: PrivateTags;
  readonly #diagnostics: Diagnostics;
  readonly #closingWindows = new ClosingWindows();
  readonly #drafts: ReviewDrafts;
  readonly #reviews: Reviews;
  readonly #endpoint: Endpoint;
  readonly #mentioner: Mentioner;
  #settings: Settings = defaultSettings;
  #statusBar: StatusBar | undefined;
  #events: EditorEvents | undefined;

  constructor(app: App, manifest: PluginManifest) {
    super(app, manifest);
    this.#log = new LogBook(
      console,
      () => this.#settings.logLevel,
      () => new Date(),
    );
    this.#paths = new VaultPaths(vaultFolder(app));
    this.#tags = new PrivateTags(app, this.#paths, () => this.#settings.withheldTags);
    this.#diagnostics = new Diagnostics(app, this.#paths);
    const cannotKeep = (message: string) => this.#log.sink({ level: "warn", message });
    this.#drafts = new ReviewDrafts(new DraftJournal({ onFailed: cannotKeep }), () => [this.#paths.folder]);
    this.#reviews = new Reviews({
      app,
      placement: () => this.#settings.reviewPlacement,
      layout: () => this.#settings.reviewLayout,
      layoutChanged: (reviewLayout) => this.#changeSettings({ reviewLayout }),
      waits: ({ name }, show) => {
        const notice = noticeWithButton(`Claude proposes a change of ${name}.`, "Review", show);
        return () => notice.hide();
      },
      withdrawn: (name, text) =>
        this.#offerText(`The change of ${name} that Claude proposed, in which you had typed, is gone.`, text),
      changed: () => this.#statusBar?.update(),
      closingWindows: this.#closingWindows,
    });
    const editor = createObsidianEditor({
      app,
      paths: this.#paths,
      reviews: this.#reviews,
      diagnostics: this.#diagnostics,
      tags: this.#tags,
      listening: (events) => {
        this.#events = events;
        if (events) this.#tellSelection();
      },
    });
    this.#endpoint = prepareEndpoint(editor, {
      address: keptAddress(window.sessionStorage, this.#paths.folder),
      // The sources that describe Obsidian's endpoint promise that `writeFile` writes.
      workspaceRequests: "write",
      drafts: this.#drafts,
      paused: this.#isPaused(),
      log: this.#log.sink,
      // The log book leaves out what the user's level does not want, from one entry to the next.
      logLevel: "debug",
    });
    this.#endpoint.onStatusChanged(() => this.#statusBar?.update());
    this.#mentioner = new Mentioner({
      app,
      paths: this.#paths,
      events: () => this.#events,
      say: (words) => void new Notice(words),
    });
  }

  override async onload(): Promise<void> {
    this.#settings = readSettings(await this.loadData());
    this.#endpoint.setWithhold(this.#rules());
    this.#sayIfRulesBroken();
    const actions = this.#actions();
    this.#closingWindows.follow(this.app, this);
    this.registerView(reviewViewType, (leaf) => this.#reviews.createView(leaf));
    this.registerView(plainTextViewType, (leaf) => new PlainTextView(leaf, () => this.#tellSelection()));
    this.registerView(outsideViewType, (leaf) => new OutsideView(leaf, () => this.#tellSelection()));
    this.registerEditorExtension(
      selectionExtension(this.app, this.#paths, (selection) => this.#events?.selectionChanged(selection)),
    );
    followSelection(this.app, this, () => this.#tellSelection());
    this.#diagnostics.follow(this);
    this.#followTags();
    this.#mentioner.addToMenus(this);
    addCommands(this, { mentioner: this.#mentioner, reviews: this.#reviews, actions });
    this.addSettingTab(
      new SettingsTab(this.app, this, {
        settings: () => this.#settings,
        change: (changed) => this.#changeSettings(changed),
        isPaused: () => this.#isPaused(),
        setPaused: (isPaused) => this.#setPaused(isPaused),
      }),
    );
    this.#showStatusBar(actions);
    // A window that goes does not unload its plugins: the lock is removed at once, the rest as far as there is time.
    this.registerDomEvent(window, "pagehide", () => void this.#close());
    this.registerEvent(this.app.workspace.on("quit", (tasks) => tasks.add(() => this.#close())));
    this.app.workspace.onLayoutReady(() => {
      this.#reviews.clearLeftOvers();
      void this.#serve().then(() => this.#tellSelection());
      void this.#offerDrafts();
    });
  }

  override onunload(): void {
    this.#reviews.end();
    void this.#close();
  }

  async #close(): Promise<void> {
    await this.#endpoint.close();
    await this.#drafts.close();
  }

  /** What was typed into reviews before Obsidian was killed. */
  async #offerDrafts(): Promise<void> {
    for (const { path, text } of await this.#drafts.left()) {
      const name = shownName(path.split(/[/\\]/).at(-1) ?? path);
      const words = `What you typed into Claude's proposal for ${name} was kept. Claude is no longer waiting.`;
      this.#offerText(words, text);
    }
  }

  /** Offered again by the next start until the user has it. */
  #offerText(words: string, text: string): void {
    noticeWithButton(words, "Copy my text", async () => {
      this.#copy(text);
      for (const draft of await this.#drafts.left()) if (draft.text === text) await this.#drafts.discard(draft.id);
    });
  }

  /** data.json was changed by another program, such as a synchronisation. */
  override async onExternalSettingsChange(): Promise<void> {
    this.#applySettings(readSettings(await this.loadData()));
  }

  /** With the settings as they are: the first time, after a change of them, and when the user wants it. */
  async #serve(): Promise<void> {
    const { clients, maxClients, maxMessageMegabytes, healthCheckSeconds, logBodies } = this.#settings;
    const options = {
      clients,
      maxClients,
      maxMessageBytes: maxMessageMegabytes * megabyte,
      healthCheckMs: healthCheckSeconds * 1000,
      logBodies,
    };
    await this.#endpoint
      .restart(options)
      .catch((error) => this.#log.sink({ level: "error", message: `Not serving: ${messageOf(error)}` }));
  }

  #rules(): readonly string[] {
    const { areRulesBroken, withheldFolders } = this.#settings;
    return areRulesBroken ? ["*"] : withholdRules(this.app.vault.configDir, withheldFolders);
  }

  #tellSelection(): void {
    let selection: EditorSelection | undefined;
    try {
      selection = currentSelection(this.app, this.#paths);
    } catch (error) {
      // A view between two states: the next event finds it complete.
      this.#log.sink({ level: "warn", message: `The selection could not be read: ${messageOf(error)}` });
      return;
    }
    this.#events?.selectionChanged(selection);
  }

  /** A tag has come or gone: what may be told is another thing then. */
  #followTags(): void {
    const look = () => {
      if (this.#settings.withheldTags.length > 0) this.#endpoint.privacyChanged();
    };
    this.registerEvent(this.app.metadataCache.on("changed", look));
    this.registerEvent(this.app.metadataCache.on("deleted", look));
    this.registerEvent(this.app.vault.on("rename", look));
  }

  #showStatusBar(actions: StatusActions): void {
    const element = this.addStatusBarItem();
    const statusBar = new StatusBar(element, actions);
    this.#statusBar = statusBar;
    this.registerDomEvent(element, "click", (event) => statusBar.showMenu(event));
    this.registerDomEvent(element, "keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") statusBar.showMenu(event);
    });
  }

  #actions(): StatusActions {
    return {
      status: () => this.#endpoint.status,
      frontName: () => frontFile(this.app)?.path.split(/[/\\]/).at(-1),
      reviews: () => this.#reviews.waiting.length,
      mention: () => void this.#mentioner.mentionFront(),
      showReview: () => void this.#reviews.showNext(),
      setPaused: (isPaused) => this.#setPaused(isPaused),
      restart: () => void this.#serve(),
      copyEnvironment: () => this.#copy(environmentLine(this.#endpoint.environment(), Platform.isWin)),
      showLog: () => new LogModal(this.app, this.#log.text, (text) => this.#copy(text)).open(),
    };
  }

  #copy(text: string): void {
    activeWindow.navigator.clipboard.writeText(text).then(
      () => new Notice("Copied"),
      (error) => new Notice(`It could not be copied: ${messageOf(error)}`),
    );
  }

  #isPaused(): boolean {
    return this.app.loadLocalStorage(pausedKey) === true;
  }

  #setPaused(isPaused: boolean): void {
    this.app.saveLocalStorage(pausedKey, isPaused || null);
    this.#endpoint.setPaused(isPaused);
  }

  #changeSettings(changed: Partial<Settings>): void {
    const setsRules = changed.withheldFolders !== undefined || changed.withheldTags !== undefined;
    const areRulesBroken = this.#settings.areRulesBroken && !setsRules;
    const next = { ...this.#settings, ...changed, areRulesBroken };
    this.saveData(next).catch((error) => new Notice(`The settings could not be saved: ${messageOf(error)}`));
    this.#applySettings(next);
  }

  #sayIfRulesBroken(): void {
    if (this.#settings.areRulesBroken)
      void new Notice(
        "Tandem can't read which folders and tags to keep from Claude. Nothing is shared until you set them again.",
        0,
      );
  }

  #applySettings(next: Settings): void {
    const before = this.#settings;
    this.#settings = next;
    if (!before.areRulesBroken) this.#sayIfRulesBroken();
    this.#tags.forget();
    // Also where only the tags are others: what may be told is looked at again.
    this.#endpoint.setWithhold(this.#rules());
    if (needsRestart(before, next)) void this.#serve();
  }
}
