import { createHash } from 'node:crypto'

/**
 * Four hexadecimal digits of a tag key's hash, by which an index on `collected` is filtered by tag. Different tags can
 * have the same fingerprint, so matches must be checked against the post's tags.
 */
export const fingerprintOf = (tagKey: string): string => createHash('sha1').update(tagKey).digest('hex').slice(0, 4)

/** The fingerprints of a post's tags, at most twenty, in the format of the `tagMarks` column. */
export const fingerprintsOf = (tagKeys: readonly string[]): string => [...new Set(tagKeys.map(fingerprintOf))].slice(0, 20).join(' ')
