/** The user's settings: types, defaults and validation. Pure. */
import type { LogLevel } from "@tandem-ide/base";
import { propertyOf } from "../untyped-values.js";

export interface Settings {
  /** The saved folders and tags are invalid, so everything is hidden until the user sets them again. */
  readonly areRulesBroken: boolean;
  readonly hiddenFolders: readonly string[];
  readonly hiddenTags: readonly string[];
  readonly reviewPlacement: "tab" | "split";
  readonly reviewLayout: "side-by-side" | "unified";
  readonly opensNextReview: boolean;
  readonly recordChanges: boolean;
  readonly changesMegabytes: number;
  readonly changesDays: number;
  readonly clients: "many" | "single";
  readonly maxClients: number;
  readonly maxMessageMegabytes: number;
  readonly healthCheckSeconds: number;
  readonly logLevel: LogLevel;
  readonly logBodies: boolean;
}

export const defaultSettings: Settings = {
  areRulesBroken: false,
  hiddenFolders: [],
  hiddenTags: [],
  reviewPlacement: "tab",
  reviewLayout: "side-by-side",
  opensNextReview: true,
  recordChanges: true,
  changesMegabytes: 500,
  changesDays: 14,
  clients: "many",
  maxClients: 10,
  maxMessageMegabytes: 10,
  healthCheckSeconds: 30,
  logLevel: "error",
  logBodies: false,
};

/** The limits of numbers, inclusive. */
export const numberLimits = {
  changesMegabytes: [10, 10_000],
  changesDays: [1, 365],
  maxClients: [1, 100],
  maxMessageMegabytes: [1, 100],
  healthCheckSeconds: [1, 3600],
} as const;

export type NumberSetting = keyof typeof numberLimits;

export function parseNumber(name: NumberSetting, typed: string): number | string {
  const [min, max] = numberLimits[name];
  const value = typed.trim() === "" ? Number.NaN : Number(typed);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  return `Enter a whole number from ${min} to ${max}.`;
}

export function parseLines(typed: string): readonly string[] {
  const lines = typed.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

export function tagError(tag: string): string | undefined {
  const isTag = /^#?[\p{L}\p{N}\p{M}_/-]+$/u.test(tag) && !/^#?(\d+|\/+)$/.test(tag);
  return isTag ? undefined : `"${tag}" isn't a valid tag. Use letters, digits, _, - and /, but not only digits.`;
}

export function folderError(folder: string): string | undefined {
  const parts = folder.split(/[/\\]/);
  if (/^([A-Za-z]:|~)/.test(folder) || parts.includes("..") || parts.every((part) => part === "" || part === "."))
    return `"${folder}" isn't a folder in this vault. Enter a path such as Journal/2026.`;
  return undefined;
}

function strings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined;
}

function oneOf<T extends string>(value: unknown, all: readonly T[]): T | undefined {
  return all.find((each) => each === value);
}

/** Former names of settings. Without them, an update would reveal hidden files to Claude. */
const formerNames: Partial<Record<keyof Settings, string>> = {
  hiddenFolders: "withheldFolders",
  hiddenTags: "withheldTags",
};

/** Returns the saved settings, with invalid values replaced by defaults. */
export function readSettings(saved: unknown): Settings {
  const get = (name: keyof Settings) => {
    const value = propertyOf(saved, name);
    const former = formerNames[name];
    return value === undefined && former !== undefined ? propertyOf(saved, former) : value;
  };
  const number = (name: NumberSetting) => {
    const value = parseNumber(name, String(get(name) ?? ""));
    return typeof value === "number" ? value : defaultSettings[name];
  };
  const flag = (name: "logBodies" | "recordChanges" | "opensNextReview") => {
    const value = get(name);
    return typeof value === "boolean" ? value : defaultSettings[name];
  };
  const isInvalidList = (name: keyof Settings) => get(name) !== undefined && strings(get(name)) === undefined;
  return {
    areRulesBroken: get("areRulesBroken") === true || isInvalidList("hiddenFolders") || isInvalidList("hiddenTags"),
    hiddenFolders: strings(get("hiddenFolders")) ?? defaultSettings.hiddenFolders,
    hiddenTags: strings(get("hiddenTags")) ?? defaultSettings.hiddenTags,
    reviewPlacement: oneOf(get("reviewPlacement"), ["tab", "split"]) ?? defaultSettings.reviewPlacement,
    reviewLayout: oneOf(get("reviewLayout"), ["side-by-side", "unified"]) ?? defaultSettings.reviewLayout,
    opensNextReview: flag("opensNextReview"),
    recordChanges: flag("recordChanges"),
    changesMegabytes: number("changesMegabytes"),
    changesDays: number("changesDays"),
    clients: oneOf(get("clients"), ["many", "single"]) ?? defaultSettings.clients,
    maxClients: number("maxClients"),
    maxMessageMegabytes: number("maxMessageMegabytes"),
    healthCheckSeconds: number("healthCheckSeconds"),
    logLevel: oneOf(get("logLevel"), ["error", "warn", "info", "debug"]) ?? defaultSettings.logLevel,
    logBodies: flag("logBodies"),
  };
}

/** Settings that an endpoint reads only when it starts. */
const startSettings = ["clients", "maxClients", "maxMessageMegabytes", "healthCheckSeconds", "logBodies"] as const;

export function needsRestart(before: Settings, now: Settings): boolean {
  return startSettings.some((name) => before[name] !== now[name]);
}

const megabyte = 1024 * 1024;

/** Returns the endpoint's options. */
export function servingOptions(settings: Settings) {
  const { clients, maxClients, maxMessageMegabytes, healthCheckSeconds, logBodies } = settings;
  const limits = { maxMessageBytes: maxMessageMegabytes * megabyte, healthCheckMs: healthCheckSeconds * 1000 };
  return { clients, maxClients, logBodies, ...limits };
}

/** Returns the recorder's limits. */
export function recorderLimits({ changesMegabytes, changesDays }: Settings) {
  return { maxBytes: changesMegabytes * megabyte, maxAgeDays: changesDays };
}
