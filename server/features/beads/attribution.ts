import { limits, messages, tidy } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'

/** Whose picture it is, and where it comes from; `http://` is put before an address without a scheme (decision 18). */
export function attributionOf(given: { name: string; url: string } | undefined): { name: string; url: string } | null {
  const name = tidy(given?.name ?? '')
  const address = given?.url.trim() ?? ''
  if (name === '' && address === '') return null
  if (address === '') return { name, url: '' }
  const url = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || url.length > limits.url)
    throw new StrandError('invalid', messages.linkInvalid, { 'attribution.url': messages.linkInvalid })
  return { name, url }
}
