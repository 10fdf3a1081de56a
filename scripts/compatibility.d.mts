export interface Result {
  readonly scenario: string;
  readonly editor: string;
  readonly version: string;
  readonly state: "passed" | "failed" | "skipped";
}
export interface Gap {
  readonly contractCase: string;
  readonly integration: string;
  readonly reason: string;
}
export function compatibilityPage(results: readonly Result[], gaps: readonly Gap[]): string;
export function contractGaps(skippedTitles: readonly string[]): {
  readonly gaps: readonly Gap[];
  readonly absent: ReadonlySet<string>;
};
export function differences(text: string, results: readonly Result[]): string[];
export function gapDifferences(text: string, skippedTitles: readonly string[]): string[];
