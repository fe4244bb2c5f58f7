import type { Entry, PlaylistFile, PlaylistHead } from '../entry.ts'

export interface Format {
  /** Media type of the file. */
  type: string
  extension: string
  /** Null for what is not of this format. Never rejects, and lets other requests get their turn. */
  read(content: string): Promise<PlaylistFile | null>
  /** The pieces of a file, so that a long playlist need not be in memory as a whole. */
  writer(head: PlaylistHead): { begin: string; entry(entry: Entry, first: boolean): string; end: string }
}
