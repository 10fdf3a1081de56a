/** Rules in .gitignore format for files that usually contain secrets. They apply in every editor without any settings. */

/** Directories that contain only secrets. A workspace inside one is hidden as a whole. */
export const secretDirectories: readonly string[] = [".git", ".ssh", ".gnupg", ".aws", ".azure", ".kube"];

/** A folder's `.tandemignore` can override them with `!`. */
export const builtInRules: readonly string[] = [
  ...secretDirectories,
  ".obsidian",
  // Other editors' tokens, for a workspace that contains the config directory.
  "**/ide/*.lock",
  // Tandem's drafts, for a workspace that contains the state directory.
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
