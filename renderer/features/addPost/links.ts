/** An address as people paste it: with its scheme, or just a name with a dot; never words with spaces. */
export const looksLikeLink = (text: string): boolean =>
  /^(https?:\/\/\S+|\/clips\/\S+|[^\s/?#@:]+\.[\p{L}\d-]{2,}([/?#:]\S*)?)$/iu.test(text.trim())

/** The name of the site that a link leads to, for the words while it is looked up. */
export function hostOf(text: string): string {
  const link = text.trim()
  try {
    return new URL(/^https?:\/\//i.test(link) ? link : link.startsWith('/') ? new URL(link, location.origin) : `https://${link}`).host
  } catch {
    return link
  }
}
