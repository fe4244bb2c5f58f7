/** The settings of the application on this computer. The file may have been changed by hand or by another version. */
import { emptyServerList, parseServerList, type ServerList } from './serverList.ts'
import { isFeedDate } from './updateFeed.ts'
import type { Rectangle } from './windowBounds.ts'

export interface Settings {
  servers: ServerList
  isClosingToTray: boolean
  /** Validated when a window is created, by `restoreWindow`. */
  window: unknown
  /** Bounds of the mini player; null if it has not been shown. */
  mini: Rectangle | null
  /** When the newest feed of new versions was signed that has been accepted. */
  feedDate: string | null
}

export const defaultSettings: Settings = { servers: emptyServerList, isClosingToTray: false, window: null, mini: null, feedDate: null }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isRectangle = (value: unknown): value is Rectangle =>
  isRecord(value) && ['x', 'y', 'width', 'height'].every((key) => Number.isInteger(value[key]) && Math.abs(Number(value[key])) <= 100_000)

/** Whether a file exists that is none of ours. */
export const isDamaged = (text: string | undefined): boolean => text !== undefined && !isRecord(toJson(text))

/** @param text the content of the file; undefined if there is none */
export function parseSettings(text: string | undefined): Settings {
  const stored = toJson(text)
  if (!isRecord(stored)) return defaultSettings
  return {
    servers: parseServerList(stored.servers),
    isClosingToTray: stored.isClosingToTray === true,
    window: stored.window ?? null,
    mini: isRectangle(stored.mini) ? stored.mini : null,
    feedDate: isFeedDate(stored.feedDate) ? stored.feedDate : null,
  }
}

function toJson(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}
