import { createHash } from 'node:crypto'

/** Four hexadecimal digits that a tag's key stands for. Two tags may share a mark: it tells what cannot be, not what is. */
export const fingerprintOf = (tagKey: string): string => createHash('sha1').update(tagKey).digest('hex').slice(0, 4)

/** The marks of a post's tags, at most twenty, as the index of a collection holds them. */
export const fingerprintsOf = (tagKeys: readonly string[]): string => [...new Set(tagKeys.map(fingerprintOf))].slice(0, 20).join(' ')
