import ipaddr from 'ipaddr.js'
import { parseUrl } from './origins.ts'
import { maxPartitionLength, partitionOf } from './partition.ts'

export type AddressProblem = 'empty' | 'invalid' | 'scheme' | 'credentials' | 'insecure'

/** `isEncrypted` is false for http, of which the person is warned. */
export type ParsedAddress = { ok: true; origin: string; isEncrypted: boolean } | { ok: false; problem: AddressProblem }

export type Reach = 'loopback' | 'private' | 'public'

/** RFC 6762, RFC 8375, and the name that ICANN reserves for private networks. */
const privateSuffixes = ['.local', '.home.arpa', '.internal']

/** `carrierGradeNat` is the range of private overlay networks such as Tailscale. */
const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** @param hostname of a parsed URL, in which IPv4 addresses have the decimal form */
export function reachOf(hostname: string): Reach {
  const name = hostname.replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback'
  if (!ipaddr.isValid(name))
    return privateSuffixes.some((suffix) => name.length > suffix.length && name.endsWith(suffix)) ? 'private' : 'public'
  // Converts IPv4 addresses that are mapped to IPv6.
  const range = ipaddr.process(name).range()
  if (range === 'loopback') return 'loopback'
  return privateRanges.has(range) ? 'private' : 'public'
}

/** A scheme is followed by two slashes: in `strand.example:3000` the name is a host. */
const scheme = /^[a-z][a-z\d+.-]*:\/\//i

function parseWithScheme(text: string): URL | null {
  if (scheme.test(text)) return parseUrl(text)
  const url = parseUrl(`https://${text}`)
  // A server on the same machine rarely has a certificate.
  return url && reachOf(url.hostname) === 'loopback' ? parseUrl(`http://${text}`) : url
}

/**
 * Normalises the address of a server to its origin. A path is ignored, so that the address of any page can be pasted.
 * Without a scheme it is https, on the same machine http. Explicit http is accepted for private networks only.
 */
export function parseServerAddress(input: string): ParsedAddress {
  const text = input.trim()
  if (text === '') return { ok: false, problem: 'empty' }
  // Browsers remove line breaks and tabs inside URLs and treat backslashes as slashes, which hides the host.
  if (/[\s\\]/.test(text)) return { ok: false, problem: 'invalid' }
  const url = parseWithScheme(text)
  if (url === null) return { ok: false, problem: 'invalid' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'scheme' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' }
  // The same server, but another origin.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')
  if (url.hostname === '' || url.hostname.endsWith('.')) return { ok: false, problem: 'invalid' }
  if (partitionOf(url.origin).length > maxPartitionLength) return { ok: false, problem: 'invalid' }
  const isEncrypted = url.protocol === 'https:'
  if (!isEncrypted && reachOf(url.hostname) === 'public') return { ok: false, problem: 'insecure' }
  return { ok: true, origin: url.origin, isEncrypted }
}

/** Whether it is the origin of a server, as it is stored. */
export function isServerOrigin(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const parsed = parseServerAddress(value)
  return parsed.ok && parsed.origin === value
}
