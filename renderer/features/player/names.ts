import type { QueueItem, StreamFailure } from '../../player/index.ts'
import { t } from '../../texts/index.ts'

type Stream = QueueItem['streams'][number]

/** What a stream is called: its provider, or the site that holds the file. */
export function streamName(stream: Stream, item: QueueItem): string {
  if (stream.type !== 'file' && stream.type !== 'image') return t.player.outputs[stream.type]
  if (stream === item.streams[0] && item.source) return item.source
  try {
    return new URL(stream.href, location.origin).host
  } catch {
    return t.player.outputs[stream.type]
  }
}

/** "SoundCloud", or "From SoundCloud: the YouTube copy is unavailable". */
export function streamNote(item: QueueItem, index: number, failures: readonly StreamFailure[]): { text: string; fellBack: boolean } | null {
  const stream = item.streams[index]
  if (!stream) return null
  const now = streamName(stream, item)
  const failed = failures[0] && item.streams[failures[0].stream]
  if (!failed || failed === stream) return { text: now, fellBack: false }
  const before = streamName(failed, item)
  return { text: before === now ? t.player.fellBackSame(now) : t.player.fellBack(now, before), fellBack: true }
}
