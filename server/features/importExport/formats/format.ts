import type { Entry, PlaylistFile, PlaylistHead } from '../entry.ts'

/** A file format of playlists. */
export interface Format {
  /** The file's media type. */
  type: string
  extension: string
  /** Parses a file. Null for content of another format. Never rejects, and yields to other requests between steps. */
  read(content: string): Promise<PlaylistFile | null>
  /** Functions for the parts of a file, which is written in parts so that it is never complete in memory. */
  writer(head: PlaylistHead): { begin: string; entry(entry: Entry, first: boolean): string; end: string }
}
