/** Buttons that copy or download text. They work without a connection. */
import { useApp } from "../app-parts.js";
import { Button } from "./button.js";

interface CopyOrDownloadProps {
  /** The file's name. */
  readonly label: string;
  text(): Promise<string>;
}

export function CopyOrDownload({ label, text }: CopyOrDownloadProps) {
  const { sharing, toasts } = useApp();
  const copy = () => toasts.attempt(async () => sharing.copy(await text(), label));
  const download = () =>
    toasts.attempt(async () => {
      downloadText(label, await text());
      toasts.showInfo(`Downloaded ${label}.`, "copy");
    });
  return (
    <>
      <Button testId="take-copy" onClick={copy}>
        Copy
      </Button>
      <Button testId="take-download" onClick={download}>
        Download
      </Button>
    </>
  );
}

function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
