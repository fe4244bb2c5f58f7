/**
 * The partition of Electron in which a server's pages store their data. Each server has its own: a session that servers share would mix the
 * cookies of two that are on one host, because cookies do not know ports.
 */

/** Electron names a folder by it, of at most 255 bytes, in which letters are lowercase. */
export const maxPartitionLength = 200

/** What is no letter, digit, dot or dash is written as its code, so that two origins never have the same partition. */
export const partitionOf = (origin: string): string =>
  `persist:${origin.replace('://', '-').replace(/[^a-z\d.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`)}`
