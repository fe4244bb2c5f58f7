import type { Entry, PlaylistFile, PlaylistHead } from '../entry.ts'

export interface Format {
  /** The file's media type. */
  type: string
  extension: string
  /** Null for content of another format. Never rejects; yields to other requests. */
  read(content: string): Promise<PlaylistFile | null>
  /** Writes a file in pieces, so that a long playlist is not complete in memory. */
  writer(head: PlaylistHead): { begin: string; entry(entry: Entry, first: boolean): string; end: string }
}
