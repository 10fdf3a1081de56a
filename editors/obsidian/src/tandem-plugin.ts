/** The plugin: creates the parts, connects them, and shuts them down. */
import { messageOf, systemClock } from "@tandem-ide/base";
import { type EditorEvents, type EditorSelection, type Endpoint, prepareEndpoint } from "@tandem-ide/server";
import { watchOutdated } from "@tandem-ide/server/files";
import { DraftJournal, ReviewDrafts } from "@tandem-ide/workspace/drafts";
import { type App, FileSystemAdapter, Notice, Platform, Plugin, type PluginManifest } from "obsidian";
import { VaultChanges } from "./changes/vault-changes.js";
import { Diagnostics } from "./diagnostics/diagnostics.js";
import { followSelection } from "./editor/follow-selection.js";
import { createObsidianEditor } from "./editor/obsidian-editor.js";
import { currentSelection, selectionExtension } from "./editor/selection.js";
import { sessionAddress } from "./endpoint/session-address.js";
import { addCommands } from "./interface/commands.js";
import { environmentLine } from "./interface/environment-line.js";
import { LogModal } from "./interface/log-modal.js";
import { Mentioner } from "./interface/mention.js";
import { notify } from "./interface/notices.js";
import { PluginLog } from "./interface/plugin-log.js";
import { type StatusActions, StatusBar } from "./interface/status-bar.js";
import { OutsideView, outsideViewType } from "./outside-view.js";
import { PlainTextView, plainTextViewType } from "./plain-text-view.js";
import { hideRules } from "./privacy/hide-rules.js";
import { PrivateTags } from "./privacy/private-tags.js";
import { ClosingWindows } from "./reviews/closing-windows.js";
import { EndedReviews } from "./reviews/ended-reviews.js";
import { OfferedTexts } from "./reviews/offered-texts.js";
import { reviewViewType } from "./reviews/review-view.js";
import { Reviews } from "./reviews/reviews.js";
import {
  defaultSettings,
  needsRestart,
  readSettings,
  recorderLimits,
  type Settings,
  servingOptions,
} from "./settings/settings.js";
import { SettingsTab } from "./settings/settings-tab.js";
import { frontFile } from "./vault/leaves.js";
import { VaultPaths } from "./vault/vault-paths.js";

/** In local storage, because data.json is synchronised to other devices. */
const pausedKey = "tandem-is-paused";

function vaultFolder({ vault }: App): string {
  if (vault.adapter instanceof FileSystemAdapter) return vault.adapter.getBasePath();
  throw new Error("Tandem needs a vault in a local folder.");
}

export class TandemPlugin extends Plugin {
  readonly #log: PluginLog;
  readonly #paths: VaultPaths;
  readonly #tags: PrivateTags;
  readonly #diagnostics: Diagnostics;
  readonly #closingWindows = new ClosingWindows();
  readonly #drafts: ReviewDrafts;
  readonly #texts: OfferedTexts;
  readonly #reviews: Reviews;
  readonly #ended: EndedReviews;
  readonly #changes: VaultChanges;
  readonly #endpoint: Endpoint;
  readonly #mentioner: Mentioner;
  #settings: Settings = defaultSettings;
  #statusBar: StatusBar | undefined;
  #events: EditorEvents | undefined;

  constructor(app: App, manifest: PluginManifest) {
    super(app, manifest);
    this.#log = new PluginLog(
      console,
      () => this.#settings.logLevel,
      () => new Date(),
    );
    this.#paths = new VaultPaths(vaultFolder(app));
    this.#tags = new PrivateTags(app, this.#paths, () => this.#settings.hiddenTags);
    this.#diagnostics = new Diagnostics(app, this.#paths);
    const journal = new DraftJournal({ onFailed: (message) => this.#log.sink({ level: "warn", message }) });
    this.#drafts = new ReviewDrafts(journal, () => [this.#paths.folder]);
    this.#texts = new OfferedTexts(this.#drafts, (text) => this.#copy(text));
    this.#ended = new EndedReviews(app, () => this.#endpoint);
    this.#reviews = new Reviews({
      app,
      placement: () => this.#settings.reviewPlacement,
      layout: () => this.#settings.reviewLayout,
      layoutChanged: (reviewLayout) => this.#changeSettings({ reviewLayout }),
      isHidden: (path) => this.#endpoint.whyHidden(path) !== undefined,
      opensNext: () => this.#settings.opensNextReview,
      notify,
      tell: (message) => void new Notice(message),
      ...{ clock: systemClock, watchOutdated },
      ended: (id) => this.#ended.decided(id),
      withdrawn: (name, text) =>
        this.#texts.offer(`Claude withdrew its proposal for ${name}, which you had edited.`, text),
      changed: () => this.#statusBar?.update(),
      closingWindows: this.#closingWindows,
    });
    this.#changes = new VaultChanges({
      app,
      paths: this.#paths,
      layout: () => this.#settings.reviewLayout,
      layoutChanged: (reviewLayout) => this.#changeSettings({ reviewLayout }),
      saved: (path) => this.#events?.saved(path),
      changed: () => this.#statusBar?.update(),
      limits: () => recorderLimits(this.#settings),
      log: this.#log.sink,
    });
    const editor = createObsidianEditor({
      app,
      paths: this.#paths,
      reviews: this.#reviews,
      diagnostics: this.#diagnostics,
      tags: this.#tags,
      listening: (events) => {
        this.#events = events;
        if (events) this.#updateSelection();
      },
    });
    this.#endpoint = prepareEndpoint(editor, {
      address: sessionAddress(window.sessionStorage, this.#paths.folder),
      // Obsidian's integrations document that `writeFile` writes.
      workspaceRequests: "write",
      drafts: this.#drafts,
      changes: this.#changes.observer,
      paused: this.#isPaused(),
      log: this.#log.sink,
      // The plugin's log filters by the user's level, which may change at any time.
      logLevel: "debug",
    });
    this.#endpoint.onStatusChanged(() => this.#statusBar?.update());
    this.#ended.follow(this.#endpoint);
    this.#mentioner = new Mentioner({
      app,
      paths: this.#paths,
      events: () => this.#events,
      notify: (message) => void new Notice(message),
    });
  }

  override async onload(): Promise<void> {
    this.#settings = readSettings(await this.loadData());
    this.#endpoint.setHiddenRules(this.#rules());
    this.#warnIfRulesBroken();
    const actions = this.#actions();
    this.#closingWindows.follow(this.app, this);
    this.registerView(reviewViewType, (leaf) => this.#reviews.createView(leaf));
    this.registerView(plainTextViewType, (leaf) => new PlainTextView(leaf, () => this.#updateSelection()));
    this.registerView(outsideViewType, (leaf) => new OutsideView(leaf, () => this.#updateSelection()));
    this.registerEditorExtension(
      selectionExtension(this.app, this.#paths, (selection) => this.#events?.selectionChanged(selection)),
    );
    followSelection(this.app, this, () => this.#updateSelection());
    this.#diagnostics.follow(this);
    this.#followTags();
    this.#mentioner.addToMenus(this);
    this.#changes.follow(this);
    this.#changes.setOn(this.#settings.recordChanges);
    addCommands(this, { mentioner: this.#mentioner, reviews: this.#reviews, changes: this.#changes, actions });
    this.addSettingTab(
      new SettingsTab(this.app, this, {
        settings: () => this.#settings,
        change: (changed) => this.#changeSettings(changed),
        isPaused: () => this.#isPaused(),
        setPaused: (isPaused) => this.#setPaused(isPaused),
      }),
    );
    this.#showStatusBar(actions);
    // A closing window doesn't unload its plugins: remove the lock file at once, and the rest if there is time.
    this.registerDomEvent(window, "pagehide", () => void this.#close());
    this.registerEvent(this.app.workspace.on("quit", (tasks) => tasks.add(() => this.#close())));
    this.app.workspace.onLayoutReady(() => {
      this.#reviews.clearLeftOvers();
      void this.#serve().then(() => this.#updateSelection());
      void this.#texts.offerDrafts();
    });
  }

  override onunload(): void {
    this.#reviews.end();
    void this.#close();
  }

  async #close(): Promise<void> {
    await this.#endpoint.close();
    await Promise.all([this.#drafts.close(), this.#changes.close()]);
  }

  /** Another program, such as Obsidian Sync, has changed data.json. */
  override async onExternalSettingsChange(): Promise<void> {
    this.#applySettings(readSettings(await this.loadData()));
  }

  async #serve(): Promise<void> {
    await this.#endpoint
      .restart(servingOptions(this.#settings))
      .catch((error) => this.#log.sink({ level: "error", message: `Couldn't start: ${messageOf(error)}` }));
  }

  #rules(): readonly string[] {
    const { areRulesBroken, hiddenFolders } = this.#settings;
    return areRulesBroken ? ["*"] : hideRules(this.app.vault.configDir, hiddenFolders);
  }

  #updateSelection(): void {
    let selection: EditorSelection | undefined;
    try {
      selection = currentSelection(this.app, this.#paths);
    } catch (error) {
      // The view may be changing. The next event will find it complete.
      this.#log.sink({ level: "warn", message: `Couldn't read the selection: ${messageOf(error)}` });
      return;
    }
    this.#events?.selectionChanged(selection);
  }

  /** Checks privacy again when tags may have changed. */
  #followTags(): void {
    const update = () => {
      if (this.#settings.hiddenTags.length > 0) this.#endpoint.privacyChanged();
    };
    this.registerEvent(this.app.metadataCache.on("changed", update));
    this.registerEvent(this.app.metadataCache.on("deleted", update));
    this.registerEvent(this.app.vault.on("rename", update));
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
      reviews: () => this.#reviews.pending.length,
      changedFiles: () => this.#changes.fileCount,
      showChanges: () => this.#changes.showList(),
      mention: () => void this.#mentioner.mentionFront(),
      decideAll: (accepted) => this.#decideAll(accepted),
      showEnded: () => this.#ended.show(),
      showReview: () => void this.#reviews.showNext(),
      setPaused: (isPaused) => this.#setPaused(isPaused),
      restart: () => void this.#serve(),
      copyEnvironment: () => this.#copy(environmentLine(this.#endpoint.environment(), Platform.isWin)),
      showLog: () => new LogModal(this.app, this.#log.text, (text) => this.#copy(text)).open(),
    };
  }

  #decideAll(accepted: boolean): void {
    const left = this.#endpoint.decideReviews(accepted, this.#reviews.current?.review?.client.id);
    for (const review of left) new Notice(review.whyNotAcceptable() ?? "This review can't be accepted now.");
  }

  #copy(text: string): void {
    activeWindow.navigator.clipboard.writeText(text).then(
      () => new Notice("Copied"),
      (error) => new Notice(`Couldn't copy: ${messageOf(error)}`),
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
    const setsRules = changed.hiddenFolders !== undefined || changed.hiddenTags !== undefined;
    const areRulesBroken = this.#settings.areRulesBroken && !setsRules;
    const next = { ...this.#settings, ...changed, areRulesBroken };
    this.saveData(next).catch((error) => new Notice(`Couldn't save settings: ${messageOf(error)}`));
    this.#applySettings(next);
  }

  #warnIfRulesBroken(): void {
    if (this.#settings.areRulesBroken)
      void new Notice(
        "Tandem can't read your hidden folders and tags. Nothing is shared with Claude until you set them again.",
        0,
      );
  }

  #applySettings(next: Settings): void {
    const before = this.#settings;
    this.#settings = next;
    if (!before.areRulesBroken) this.#warnIfRulesBroken();
    this.#tags.forget();
    this.#changes.setOn(next.recordChanges);
    // This also runs if only tags changed, so that privacy is checked again.
    this.#endpoint.setHiddenRules(this.#rules());
    if (needsRestart(before, next)) void this.#serve();
  }
}
