/** Parts of an address that must not be shown: the user and password before the host. */
const credentials = /(\/\/)[^\s/@"']+@/g

/** Removes secrets from error messages: credentials in addresses, and the given values. */
export function createRedactor(secrets: readonly (string | null | undefined)[]): (text: string) => string {
  // A short value, such as a test password, would also blacken words.
  const known = secrets.filter((secret) => typeof secret === 'string' && secret.length >= 6) as string[]
  return (text) => known.reduce((cleaned, secret) => cleaned.replaceAll(secret, '•••'), text.replace(credentials, '$1•••@'))
}

/** The passwords of an address, as it is written and decoded. */
export function passwordsIn(url: string | null | undefined): string[] {
  if (!url || !URL.canParse(url)) return []
  const { password } = new URL(url)
  if (password === '') return []
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
