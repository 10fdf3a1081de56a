/** The user's settings: their shape, their defaults, and what makes sense. Pure. */
import type { LogLevel } from "@tandem/base";
import { propertyOf } from "../unknown-values.js";

export interface Settings {
  /** What was saved of folders and tags makes no sense, so everything is kept back until the user sets them again. */
  readonly areRulesBroken: boolean;
  readonly withheldFolders: readonly string[];
  readonly withheldTags: readonly string[];
  readonly reviewPlacement: "tab" | "split";
  readonly reviewLayout: "side-by-side" | "unified";
  readonly clients: "many" | "single";
  readonly maxClients: number;
  readonly maxMessageMegabytes: number;
  readonly healthCheckSeconds: number;
  readonly logLevel: LogLevel;
  readonly logBodies: boolean;
}

export const defaultSettings: Settings = {
  areRulesBroken: false,
  withheldFolders: [],
  withheldTags: [],
  reviewPlacement: "tab",
  reviewLayout: "side-by-side",
  clients: "many",
  maxClients: 10,
  maxMessageMegabytes: 10,
  healthCheckSeconds: 30,
  logLevel: "error",
  logBodies: false,
};

/** What the numbers may be, both ends included. */
export const numberLimits = {
  maxClients: [1, 100],
  maxMessageMegabytes: [1, 100],
  healthCheckSeconds: [1, 3600],
} as const;

export type NumberSetting = keyof typeof numberLimits;

/** The number that was typed, or why it is none that could be used. */
export function parseNumber(name: NumberSetting, typed: string): number | string {
  const [min, max] = numberLimits[name];
  const value = typed.trim() === "" ? Number.NaN : Number(typed);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  return `A whole number from ${min} to ${max}, please. It stays as it was.`;
}

/** One a line, without empty ones and repeats. */
export function parseLines(typed: string): readonly string[] {
  const lines = typed.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** What is wrong with a tag; undefined when nothing is. */
export function whyNoTag(tag: string): string | undefined {
  const isTag = /^#?[\p{L}\p{N}\p{M}_/-]+$/u.test(tag) && !/^#?(\d+|\/+)$/.test(tag);
  return isTag ? undefined : `"${tag}" is no tag: letters, digits, _, - and / make one, and not digits alone.`;
}

/** What is wrong with a folder of the vault; undefined when nothing is. */
export function whyNoFolder(folder: string): string | undefined {
  const parts = folder.split(/[/\\]/);
  if (/^([A-Za-z]:|~)/.test(folder) || parts.includes("..") || parts.every((part) => part === "" || part === "."))
    return `"${folder}" must be a folder of this vault, such as Journal/2026.`;
  return undefined;
}

function strings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined;
}

function oneOf<T extends string>(value: unknown, all: readonly T[]): T | undefined {
  return all.find((each) => each === value);
}

/** What was saved, each value that makes no sense replaced by its default. */
export function readSettings(saved: unknown): Settings {
  const get = (name: keyof Settings) => propertyOf(saved, name);
  const number = (name: NumberSetting) => {
    const value = parseNumber(name, String(get(name) ?? ""));
    return typeof value === "number" ? value : defaultSettings[name];
  };
  const bodies = get("logBodies");
  const isNoList = (name: keyof Settings) => get(name) !== undefined && strings(get(name)) === undefined;
  return {
    areRulesBroken: get("areRulesBroken") === true || isNoList("withheldFolders") || isNoList("withheldTags"),
    withheldFolders: strings(get("withheldFolders")) ?? defaultSettings.withheldFolders,
    withheldTags: strings(get("withheldTags")) ?? defaultSettings.withheldTags,
    reviewPlacement: oneOf(get("reviewPlacement"), ["tab", "split"]) ?? defaultSettings.reviewPlacement,
    reviewLayout: oneOf(get("reviewLayout"), ["side-by-side", "unified"]) ?? defaultSettings.reviewLayout,
    clients: oneOf(get("clients"), ["many", "single"]) ?? defaultSettings.clients,
    maxClients: number("maxClients"),
    maxMessageMegabytes: number("maxMessageMegabytes"),
    healthCheckSeconds: number("healthCheckSeconds"),
    logLevel: oneOf(get("logLevel"), ["error", "warn", "info", "debug"]) ?? defaultSettings.logLevel,
    logBodies: typeof bodies === "boolean" ? bodies : defaultSettings.logBodies,
  };
}

/** Those that an endpoint takes only when it starts. */
const startSettings = ["clients", "maxClients", "maxMessageMegabytes", "healthCheckSeconds", "logBodies"] as const;

export function needsRestart(before: Settings, now: Settings): boolean {
  return startSettings.some((name) => before[name] !== now[name]);
}
