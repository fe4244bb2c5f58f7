/** What a Cast device can play. */
import type { Track } from '../state.ts'
import { formatOf } from '../outputs/formats.ts'

/** `files`: Google's default receiver. `own`: Strand's, which also shows pictures. `all`: the same, and it plays providers in frames. */
export type CastReceiver = 'files' | 'own' | 'all'

/** The formats of every Cast device: https://developers.google.com/cast/docs/media. */
const formats = new Set([
  'video/mp4',
  'video/webm',
  'audio/mp4',
  'audio/mpeg',
  'audio/aac',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/flac',
  'application/vnd.apple.mpegurl',
  'application/dash+xml',
])
const framed: ReadonlySet<string> = new Set(['youtube', 'vimeo', 'soundcloud', 'dailymotion'])

/** The stream that the receiver plays of a track: the first one that is not known to be dead. */
export const castStream = (receiver: CastReceiver, { streams }: Pick<Track, 'streams'>) =>
  streams.find((stream) => {
    const { type, status } = stream
    if (status === 404) return false
    if (type === 'file') return formats.has(formatOf(stream) ?? '')
    if (type === 'image') return receiver !== 'files'
    return receiver === 'all' && framed.has(type)
  })

/** Whether a track has a medium that is not known to be dead. */
export const isAlive = ({ streams }: Pick<Track, 'streams'>): boolean => streams.some(({ status }) => status !== 404)

/** How many of the tracks that play here do not play there. Dead ones play nowhere. */
export function countLeftOut(receiver: CastReceiver, tracks: readonly Track[]): { left: number; total: number } {
  const alive = tracks.filter(isAlive)
  return { left: alive.filter((track) => castStream(receiver, track) === undefined).length, total: alive.length }
}

export const canCast =
  (receiver: CastReceiver) =>
  (track: Track): boolean =>
    castStream(receiver, track) !== undefined
