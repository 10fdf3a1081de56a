export interface Result {
  readonly scenario: string;
  readonly editor: string;
  readonly version: string;
  readonly state: "passed" | "failed" | "skipped";
}
export function compatibilityPage(results: readonly Result[]): string;
export function disagreements(text: string, results: readonly Result[]): string[];
