/** Languages by file name. Pure: runs in Node and doesn't load CodeMirror. */

/** VS Code's language ids with their file extensions. */
const extensions: Readonly<Record<string, string>> = {
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

/** The same for whole file names, in lower case. */
const names: Readonly<Record<string, string>> = {
  cmake: "cmakelists.txt",
  dockerfile: "containerfile dockerfile",
  dotenv: ".env",
  gitattributes: ".gitattributes",
  "git-commit": "commit_editmsg merge_msg",
  "git-rebase": "git-rebase-todo",
  "go.mod": "go.mod",
  "go.sum": "go.sum",
  groovy: "jenkinsfile",
  ignore: ".dockerignore .gitignore .ignore .npmignore .tandemignore",
  ini: ".npmrc",
  jsonc: "jsconfig.json tsconfig.json",
  just: "justfile",
  makefile: "gnumakefile makefile",
  ruby: "gemfile podfile rakefile vagrantfile",
  toml: "cargo.lock pipfile poetry.lock",
  yaml: ".clang-format",
};

function idsByEntry(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([id, list]) => list.split(" ").map((entry) => [entry, id] as const)));
}

const idOfExtension = idsByEntry(extensions);
const idOfName = idsByEntry(names);

/**
 * Returns VS Code's language id for a file, or `plaintext` if its name is unknown.
 *
 * @example
 * languageIdOf("/src/main.ts") // "typescript"
 */
export function languageIdOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const byName = idOfName.get(name);
  if (byName !== undefined) return byName;
  // Such as Dockerfile.dev, tsconfig.build.json and .env.local.
  if (/^(dockerfile|containerfile)\./.test(name)) return "dockerfile";
  if (/^tsconfig\..+\.json$/.test(name)) return "jsonc";
  if (name.startsWith(".env.")) return "dotenv";
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return (name.includes(".") ? idOfExtension.get(extension) : undefined) ?? "plaintext";
}
