/** The measured subjects: each is a file in bench/subjects that runs in a separate process, in this order. */
export const subjects = [
  { name: "round-trip", title: "A tool call", isPinned: true },
  { name: "pipelined", title: "Pipelined calls", isPinned: true },
  { name: "open-diff", title: "Large proposals", isPinned: true },
  { name: "compare", title: "Comparing large files", isPinned: true },
  { name: "connect", title: "Connecting", isPinned: true },
  { name: "start", title: "Starting", isPinned: true },
  { name: "selection-storm", title: "A selection storm", isPinned: false },
  { name: "fan-out", title: "Many clients", isPinned: true },
  { name: "idle", title: "Idle", isPinned: false },
  { name: "large-answers", title: "Large answers", isPinned: true },
  { name: "list-files", title: "Listing files", isPinned: true },
  { name: "changes", title: "Changes on disk", isPinned: false },
  { name: "inspector", title: "The inspector", isPinned: true },
  { name: "neovim", title: "Neovim", isPinned: false },
  // On all cores, because the processes of a browser run in parallel.
  { name: "workbench", title: "The workbench", isPinned: false },
  { name: "vscode", title: "VS Code", isPinned: false },
  { name: "bundles", title: "Sizes", isPinned: false },
];
