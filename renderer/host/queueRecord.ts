import type { SavedPosition, SavedSession } from '#player/index.ts'

/** Increases when the stored shape changes; records of another version are ignored. */
export const version = 1

/** A queue as it is stored. */
export interface QueueRecord {
  version: typeof version
  id: string
  /** The signed-in member's uid; null for a visitor, whose queue holds public posts only. */
  member: string | null
  /** Milliseconds since 1970. */
  writtenAt: number
  session: SavedSession
}

/** The position in a queue. Separate from the queue, because it is written every few seconds. */
export interface PositionRecord extends SavedPosition {
  /** The queue's id. */
  id: string
}
