/** Places that hold secrets by custom, in the form of .gitignore: withheld in every editor without any setting. */

/** Directories that hold nothing else. A workspace that lies inside one is withheld as a whole. */
export const secretDirectories: readonly string[] = [".git", ".ssh", ".gnupg", ".aws", ".azure", ".kube"];

/** A folder's `.tandemignore` may take one back with `!`. */
export const builtInRules: readonly string[] = [
  ...secretDirectories,
  ".obsidian",
  // Other editors' tokens, for a workspace that contains the config directory.
  "**/ide/*.lock",
  // Unsaved text that Tandem keeps, for a workspace that contains the state directory.
  "**/tandem/drafts/*.draft",
  ".env*",
  ".docker/config.json",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".htpasswd",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.gpg",
  "*.asc",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
];
