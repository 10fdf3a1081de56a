/**
 * Files that programs run or load automatically when a folder is opened, entered, built, installed or committed.
 * Workspace requests can't write them. The list is also in docs/files-that-run-code.md, and a test compares the two.
 */
import { expandBraces } from "./glob.js";

export interface CodeFiles {
  /** What these files are, for the error and the docs. */
  readonly what: string;
  /** Folder names. Everything below them is included. `*` matches any text. */
  readonly folders?: readonly string[];
  /** File names. `*` matches any text, but at the end not the extension of a note (.md, .txt). */
  readonly files?: readonly string[];
}

/** Names that begin with a dot belong to tools. These are harmless. */
export const harmlessDotNames = expandBraces(
  ".{dockerignore,editorconfig,eslintignore,gitignore,gitkeep,ignore,keep,nojekyll,npmignore,prettierignore,rgignore,well-known}",
);

/** By kind, with alternatives in braces. */
const groups: readonly CodeFiles[] = [
  {
    what: "dependencies",
    folders: [
      "{node_modules,bower_components,jspm_packages,vendor}",
      "{site-packages,dist-packages,__pycache__,__pypackages__,venv,virtualenv}",
      "{Pods,Carthage}",
    ],
  },
  {
    what: "instructions and settings for agents",
    files: [
      "CLAUDE{,.local}.md",
      "{AGENT,AGENTS,AGENTS.override,GEMINI,QWEN,WARP,SKILL}.md",
      "mcp.json",
      "opencode.{json,jsonc}",
      "gemini-extension.json",
    ],
  },
  {
    what: "editor projects",
    folders: ["*.{xcodeproj,xcworkspace}"],
    files: [
      "*.{code-workspace,sublime-project,sublime-workspace,sublime-build,iml,ipr,iws,pbxproj}",
      "_{vimrc,gvimrc,exrc}",
      "Session.vim",
      "omnisharp.json",
    ],
  },
  {
    what: "JavaScript projects and their tools",
    files: [
      "package.{json,json5,yaml}",
      "{package-lock,npm-shrinkwrap}.json",
      "yarn.lock",
      "pnpm-{lock,workspace}.yaml",
      "pnpmfile.*",
      "bun.{lock,lockb}",
      "bunfig.toml",
      "deno.{json,jsonc,lock}",
      "{jsr,lerna,nx,project,turbo,rush,angular,nest-cli,nodemon,tslint,tsconfig*,jsconfig*}.json",
      "*.config.{js,cjs,mjs,jsx,ts,cts,mts,tsx,json}",
      "*.conf.{js,cjs,mjs,ts}",
      "{webpack,rollup,vitest,jest,truffle-config}.*",
      "{gulpfile,Gruntfile,Jakefile}{.*,}",
      "{knexfile,ember-cli-build}.*",
      "codegen.{yml,yaml}",
      "{binding.gyp,*.gyp,*.gypi}",
      "{biome,dprint}.{json,jsonc}",
      "cypress.json",
      "{gatsby-config,gatsby-node,brunch-config}.*",
    ],
  },
  {
    what: "Python projects and their tools",
    files: [
      "pyproject.toml",
      "setup.{py,cfg}",
      "requirements*.{txt,in}",
      "constraints*.txt",
      "Pipfile{,.lock}",
      "poetry.lock",
      "uv.{lock,toml}",
      "pdm.lock",
      "pylock*.toml",
      "environment.{yml,yaml}",
      "conftest.py",
      "pytest.{ini,toml}",
      "tox.ini",
      "{noxfile,fabfile,dodo,tasks}.py",
      "mypy.ini",
      "pylintrc{,.toml}",
      "pyrightconfig.json",
      "pyvenv.cfg",
      "{sitecustomize,usercustomize,ipython_config,ipython_kernel_config}.py",
      "jupyter_*config.{py,json}",
      "*requirements.txt",
      "pixi.{toml,lock}",
      "{hatch.toml,hatch_build.py}",
      "buildout.cfg",
      "conf.py",
      "Snakefile",
      "mkdocs.{yml,yaml}",
    ],
  },
  {
    what: "Ruby projects and their tools",
    folders: ["fastlane"],
    files: [
      "Gemfile{,.lock}",
      "gems.{rb,locked}",
      "*.gemspec",
      "Rakefile{,.rb}",
      "*.rake",
      "{Guard,Cap,Thor,Danger,Fast,Brew,Berks,Vagrant}file",
      "Podfile{,.lock}",
      "config.ru",
    ],
  },
  {
    what: "Rust and Go projects and their tools",
    folders: ["magefiles"],
    files: ["Cargo.{toml,lock}", "build.rs", "rust-toolchain{,.toml}", "go.{mod,sum,work,work.sum,env}", "magefile.go"],
  },
  {
    what: "JVM projects and their tools",
    folders: ["{gradle,buildSrc,build-logic}"],
    files: [
      "pom.xml",
      "*.gradle{,.kts}",
      "{gradle,local}.properties",
      "{gradlew,mvnw}",
      "*.sbt",
      "build.{properties,sc,mill,xml}",
      "ivy.xml",
      "project.clj",
      "{deps,bb,shadow-cljs}.edn",
      "build.boot",
    ],
  },
  {
    what: ".NET projects and their tools",
    files: [
      "*.{csproj,fsproj,vbproj,vcxproj,proj,props,targets,sln,slnx,rsp}",
      "{nuget,packages}.config",
      "{global,dotnet-tools}.json",
      "paket.{dependencies,lock}",
    ],
  },
  {
    what: "build files",
    files: [
      "Makefile{,.*}",
      "{GNU,BSD}makefile",
      "*.{mk,mak}",
      "{CMakeLists.txt,CMakePresets.json,CMakeUserPresets.json,*.cmake}",
      "meson{.build,_options.txt,.options}",
      "build.ninja",
      "configure{,.ac,.in}",
      "*.m4",
      "{wscript,SConstruct,SConscript}",
      "{BUILD,BUILD.bazel,WORKSPACE,WORKSPACE.bazel,WORKSPACE.bzlmod,MODULE.bazel,*.bzl,BUCK}",
      "{Jamroot,Jamfile}",
      "{xmake,premake*}.lua",
      "conanfile.*",
      "vcpkg.json",
      "{*.nix,flake.lock,guix.scm}",
      "Package.{swift,resolved}",
      "composer.{json,lock}",
      "{phpunit.xml,phpstan.neon}{,.dist}",
      "psalm.xml",
      "mix.{exs,lock}",
      "rebar.config{,.script}",
      "{Setup.hs,Setup.lhs,stack.yaml,cabal.project*,*.cabal,hie.yaml}",
      "dune{,-project,-workspace}",
      "*.opam",
      "Build.PL",
      "cpanfile",
      "{Project,Manifest}.toml",
      "*.rockspec",
      "build.zig{,.zon}",
      "pubspec.{yaml,lock}",
      "build.yaml",
      "{*.nimble,*.nims,nim.cfg}",
      "shard.yml",
      "dub.{json,sdl}",
      "foundry.toml",
      "*.{pro,pri,gn,gni,ninja}",
      "Tupfile{,.lua}",
      "pants.toml",
      "phpcs.xml{,.dist}",
      "{rector,ecs,RoboFile}.php",
      "analysis_options.yaml",
      "{latexmkrc,Doxyfile,book.toml}",
      "sgconfig.{yml,yaml}",
    ],
  },
  {
    what: "task runners, containers and CI",
    files: [
      "{justfile,*.just,Taskfile.*}",
      "Procfile{,.*}",
      "{Earthfile,Tiltfile}",
      "{Dockerfile,Dockerfile.*,*.Dockerfile}",
      "Containerfile{,.*}",
      "{docker-compose*,docker-bake.*}",
      "compose{.yml,.yaml,.*.yml,.*.yaml}",
      "skaffold.yaml",
      "{devbox.json,devenv.yaml}",
      "mise{,.*}.toml",
      "{lefthook,lefthook-local}.*",
      "Jenkinsfile",
      "azure-pipelines*",
      "{bitbucket-pipelines,appveyor}.yml",
      "cloudbuild.{yaml,yml}",
      "{netlify.toml,vercel.json,wrangler.*}",
      "crontab",
      "aqua.{yaml,yml}",
      "cdk.json",
      "Pulumi.yaml",
      "ansible.cfg",
      "buf.gen.yaml",
    ],
  },
  {
    what: "files that Git or the system runs",
    folders: ["*.app", "{LaunchAgents,LaunchDaemons}", "Start Menu"],
    files: [
      // A folder with HEAD and config is a repository for Git, and its config can name programs.
      "HEAD",
      "*.{exe,com,bat,cmd,ps1,vbs,vbe,jse,wsf,wsh,hta,msc,scr,cpl,lnk,url,reg,inf}",
      "desktop.ini",
      "*.{desktop,command,workflow,dll,so,dylib,node,pyd,pyc,jar,class,wasm,psm1,pif,scf}",
      "*.{library-ms,searchconnector-ms,msi}",
    ],
  },
];

/** The files by kind, with one name per entry. */
export const codeFiles: readonly CodeFiles[] = groups.map(({ what, folders = [], files = [] }) => ({
  what,
  folders: folders.flatMap(expandBraces),
  files: files.flatMap(expandBraces),
}));
