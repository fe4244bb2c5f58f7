import type { Readable } from 'node:stream'

/** A part of an object, as in HTTP: from `first` to `last` or to the end, or the `suffix` last bytes. */
export type ByteRange = { first: number; last?: number } | { suffix: number }

export interface ObjectInfo {
  /** Such as `pictures/ab/0123/version-main.jpg`. */
  name: string
  bytes: number
  /** By the clock of the store. */
  changedMs: number
}

export interface OpenObject {
  /** Size of the whole object. */
  bytes: number
  /** First and last byte of `content`, which are 0 and `bytes - 1` without a range. */
  first: number
  last: number
  /** The caller reads or destroys it. */
  content: Readable
}

/** All methods throw `ObjectStoreUnavailable` if the store does not answer or refuses the request. */
export interface ObjectStore {
  kind: 'disk' | 's3'
  /** Where it is, for admins and messages, without keys. */
  location: string
  /** How far (ms) its clock may differ from that of this machine. */
  clockToleranceMs: number
  /** An object appears complete or not at all. Storing it again is harmless. */
  put(name: string, content: Buffer): Promise<void>
  /** Null if it does not exist. Throws `RangeNotSatisfiable` if the range is beyond its end. */
  open(name: string, range?: ByteRange): Promise<OpenObject | null>
  /** The whole content; null if it does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Null if it does not exist. */
  stat(name: string): Promise<Omit<ObjectInfo, 'name'> | null>
  /** Also if it does not exist. */
  remove(name: string): Promise<void>
  /** Objects whose names begin with this, in the order of their names. @param folder ends with a slash */
  list(folder: string): AsyncGenerator<ObjectInfo>
  /** Before the server starts. Throws `StartupError` if the configuration is wrong. */
  verify(): Promise<void>
  /** Whether it answers. Rejects if not. */
  ping(): Promise<void>
  close(): void
}
