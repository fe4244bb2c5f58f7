import { messages, sourceAddress, tidy } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'

/**
 * The author and the source URL of a playlist's picture, cleaned; null if both are empty. A URL without a scheme gets
 * `http://` (decision 18). Throws `invalid` for an invalid URL.
 *
 * @param host of this site, to which the source may link.
 */
export function attributionOf(given: { name: string; url: string } | undefined, host: string): { name: string; url: string } | null {
  const name = tidy(given?.name ?? '')
  const address = given?.url.trim() ?? ''
  if (name === '' && address === '') return null
  if (address === '') return { name, url: '' }
  const url = sourceAddress(address, host)
  if (url === null) throw new StrandError('invalid', messages.linkInvalid, { 'attribution.url': messages.linkInvalid })
  return { name, url }
}
