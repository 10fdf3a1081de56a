/** Names and passwords that stand in values which are worth telling. */

/** Variables whose values are addresses of proxies. */
const proxyName = /^(https?|all)_proxy$/i;

/** The value of a variable without the name and the password that a proxy's address may hold: of any sign, `/` and `@` too. */
export function withoutCredentials(name: string, value: string): string {
  return proxyName.test(name) ? value.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1") : value;
}
