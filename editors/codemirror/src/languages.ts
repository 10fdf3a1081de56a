/** Languages by file name. Pure: runs in Node, and loads nothing of CodeMirror. */

/** VS Code's id of a language, and the endings of its files' names. */
const endings: Readonly<Record<string, string>> = {
  bat: "bat cmd",
  c: "c h",
  clojure: "clj cljs cljc edn",
  coffeescript: "coffee",
  cpp: "cpp cc cxx c++ hpp hh hxx h++ ipp inl ino",
  csharp: "cs csx cake",
  css: "css",
  cuda: "cu cuh",
  dart: "dart",
  diff: "diff patch rej",
  dockerfile: "dockerfile containerfile",
  dotenv: "env",
  elixir: "ex exs",
  elm: "elm",
  erlang: "erl hrl",
  fsharp: "fs fsi fsx",
  go: "go",
  graphql: "graphql gql",
  groovy: "groovy gradle gvy jenkinsfile",
  haskell: "hs lhs",
  handlebars: "handlebars hbs",
  hlsl: "hlsl hlsli fx",
  html: "html htm shtml xhtml",
  ini: "ini cfg conf properties editorconfig gitconfig gitmodules service desktop",
  java: "java jav",
  javascript: "js mjs cjs es6",
  javascriptreact: "jsx",
  json: "json geojson webmanifest har map ipynb",
  jsonc: "jsonc code-workspace code-snippets babelrc eslintrc swcrc",
  julia: "jl",
  kotlin: "kt kts",
  latex: "tex ltx ctx",
  less: "less",
  log: "log",
  lua: "lua",
  makefile: "mk mak",
  markdown: "md markdown mdown mkd mkdn mdwn mdx",
  nix: "nix",
  "objective-c": "m",
  "objective-cpp": "mm",
  ocaml: "ml mli",
  perl: "pl pm t pod psgi",
  php: "php php4 php5 phtml ctp",
  powershell: "ps1 psm1 psd1",
  prisma: "prisma",
  proto3: "proto",
  pug: "pug jade",
  python: "py pyw pyi rpy cpy gyp gypi",
  r: "r rhistory rprofile rt",
  razor: "cshtml razor",
  restructuredtext: "rst",
  ruby: "rb rbx rjs gemspec rake ru erb podspec",
  rust: "rs",
  sass: "sass",
  scala: "scala sbt sc",
  scss: "scss",
  shaderlab: "shader",
  shellscript: "sh bash zsh ksh csh fish bashrc bash_profile bash_aliases zshrc zprofile zshenv profile",
  solidity: "sol",
  sql: "sql dsql",
  svelte: "svelte",
  swift: "swift",
  terraform: "tf tfvars hcl",
  toml: "toml",
  typescript: "ts mts cts",
  typescriptreact: "tsx",
  vb: "vb vbs bas",
  vue: "vue",
  wgsl: "wgsl",
  xml: "xml xsd xsl xslt svg plist csproj vbproj fsproj props targets wsdl xaml rss atom",
  yaml: "yml yaml eyaml cff",
  zig: "zig",
};

/** Files whose whole name tells, in small letters. */
const names: Readonly<Record<string, string>> = {
  ".clang-format": "yaml",
  ".dockerignore": "ignore",
  ".env": "dotenv",
  ".gitattributes": "gitattributes",
  ".gitignore": "ignore",
  ".ignore": "ignore",
  ".npmignore": "ignore",
  ".npmrc": "ini",
  ".tandemignore": "ignore",
  "cargo.lock": "toml",
  "cmakelists.txt": "cmake",
  commit_editmsg: "git-commit",
  "git-rebase-todo": "git-rebase",
  "go.mod": "go.mod",
  "go.sum": "go.sum",
  "jsconfig.json": "jsonc",
  merge_msg: "git-commit",
  "poetry.lock": "toml",
  "tsconfig.json": "jsonc",
  containerfile: "dockerfile",
  dockerfile: "dockerfile",
  gemfile: "ruby",
  gnumakefile: "makefile",
  jenkinsfile: "groovy",
  justfile: "just",
  makefile: "makefile",
  pipfile: "toml",
  podfile: "ruby",
  rakefile: "ruby",
  vagrantfile: "ruby",
};

const idOfEnding = new Map(
  Object.entries(endings).flatMap(([id, list]) => list.split(" ").map((ending) => [ending, id] as const)),
);
const idOfName = new Map(Object.entries(names));

/**
 * The id that VS Code gives the language of a file, `plaintext` when the name does not tell.
 *
 * @example
 * languageIdOf("/src/main.ts") // "typescript"
 */
export function languageIdOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const byName = idOfName.get(name);
  if (byName !== undefined) return byName;
  // As with Dockerfile.dev, tsconfig.build.json and .env.local.
  if (/^(dockerfile|containerfile)\./.test(name)) return "dockerfile";
  if (/^tsconfig\..+\.json$/.test(name)) return "jsonc";
  if (name.startsWith(".env.")) return "dotenv";
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return (name.includes(".") ? idOfEnding.get(ending) : undefined) ?? "plaintext";
}
