/** Names that a careless program would treat as commands, markup or terminal control. Each may be a file name. */

/** The file that these commands create if they run. */
export const trace = "pwned";

/**
 * In VS Code: a link that runs the command which its tests count, if it is shown in a message or in trusted Markdown.
 */
export const commandLink = "[open](command:companion.canary)";

/** As file names: no slash, and no longer than file systems allow. */
export const hostileFileNames: readonly string[] = [
  `+!touch ${trace}`,
  `+call system('touch ${trace}')`,
  `| !touch ${trace}`,
  `a | silent !touch ${trace}`,
  `a\n!touch ${trace}\n`,
  `a\r:!touch ${trace}\r`,
  `\u001b:!touch ${trace}\r`,
  `\`touch ${trace}\``,
  `\`=system('touch ${trace}')\``,
  `$(touch ${trace})`,
  `; touch ${trace};`,
  `& touch ${trace} &`,
  `';touch ${trace};'`,
  `");os.execute("touch ${trace}")--`,
  `]]; os.execute([[touch ${trace}]])--`,
  `%{system('touch ${trace}')}`,
  `%!system('touch ${trace}')`,
  "%",
  "#",
  "##",
  "<cfile>",
  "<sfile>:p",
  "~",
  "-c quit",
  "--cmd",
  "$HOME",
  "*",
  "[a-z]*",
  "{a,b}",
  "\\",
  "term:",
  "oil:",
  "fugitive:",
  "<img src=x onerror=pwned=1>",
  "<script>pwned=1<",
  '"><svg onload=pwned=1>',
  "javascript:pwned=1",
  "{{constructor.constructor('pwned=1')()}}",
  "&lt;img src=x onerror=pwned=1&gt;",
  "![x](x onerror=pwned=1)",
  commandLink,
  "command:companion.canary",
  "$(zap) $(sync~spin)",
  "\u001b]0;pwned\u0007",
  "\u001b[2J\u001b[H",
  "\u001b]52;c;cHduZWQ=\u0007",
  "\u009b2J",
  "\u0008\u0008\u0008safe.txt",
  "\u202egnp.exe",
  "\u2066a\u2069",
  "a\u2028b",
  "\u007f",
  "CON",
  "__proto__",
  "constructor",
  "\ud83d\ude00".repeat(60),
].map((name) => name.replaceAll("/", "\u2215"));

/** As tab names, which may contain anything. */
export const hostileTabNames: readonly string[] = [
  ...hostileFileNames,
  "",
  "/",
  "../../x",
  "\u0000",
  "<script>pwned=1</script>",
  "\ud800",
  "x".repeat(1_000_000),
];

/** Texts that editors treat as settings. */
export const hostileTexts: readonly string[] = [
  `vim: set foldmethod=expr foldexpr=system('touch\\ ${trace}'):\n`,
  `/* vim: set makeprg=touch\\ ${trace} | make : */\n`,
  `ex: set statusline=%!system('touch\\ ${trace}') modelineexpr:\n`,
  `-*- eval: (shell-command "touch ${trace}") -*-\n`,
  "<img src=x onerror=pwned=1><script>pwned=1</script>\n",
  `${commandLink} $(zap)\n`,
  "\u001b]0;pwned\u0007\u001b[2J\u009b2J\u202e\n",
];
