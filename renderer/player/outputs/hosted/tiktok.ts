/** The messages of TikTok's embed player, as documented. It can be muted, but its volume cannot be set. */
import { failures } from '../failures.ts'
import type { FrameProtocol, FrameReport } from './frame-medium.ts'

const origin = 'https://www.tiktok.com'
const command = (type: string, value?: unknown) => ({ 'x-tiktok-player': true, type, ...(value === undefined ? {} : { value }) })

export const tiktokAddress = (id: string): string =>
  `${origin}/player/v1/${id}?${new URLSearchParams({ autoplay: '0', rel: '0', loop: '0' })}`

/** Reports by the value of `onStateChange`. */
const states: Readonly<Record<number, FrameReport>> = {
  [0]: { type: 'ended' },
  [1]: { type: 'playing' },
  [2]: { type: 'paused' },
  [3]: { type: 'waiting' },
}

function parsed(message: unknown): unknown {
  if (typeof message !== 'string') return message
  try {
    return JSON.parse(message)
  } catch {
    return null
  }
}

interface Message {
  'x-tiktok-player'?: unknown
  type?: unknown
  value?: unknown
}

export const tiktok: FrameProtocol = {
  name: 'TikTok',
  origin,
  commands: {
    play: () => command('play'),
    pause: () => command('pause'),
    seek: (seconds) => command('seekTo', seconds),
    volume: () => null,
    mute: (muted) => command(muted ? 'mute' : 'unMute'),
  },
  read(message) {
    const { 'x-tiktok-player': marked, type, value } = (parsed(message) ?? {}) as Message
    if (marked !== true) return []
    if (type === 'onPlayerReady') return [{ type: 'ready' }]
    // The documentation names the first; the player sends the second.
    if (type === 'onError' || type === 'onPlayerError') return [{ type: 'failed', failure: failures.unknown }]
    if (type === 'onStateChange') return states[Number(value)] ? [states[Number(value)]!] : []
    if (type === 'onVolumeChange') return typeof value === 'number' ? [{ type: 'volume', volume: value / 100 }] : []
    if (type === 'onMute') return [{ type: 'volume', muted: Boolean(value) }]
    if (type !== 'onCurrentTime') return []
    const { currentTime, duration } = (value ?? {}) as { currentTime?: unknown; duration?: unknown }
    if (typeof currentTime !== 'number') return []
    return [{ type: 'time', position: currentTime, duration: typeof duration === 'number' ? duration : NaN }]
  },
}
