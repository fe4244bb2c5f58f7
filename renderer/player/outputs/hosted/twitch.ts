/**
 * The messages of Twitch's frame, for recordings (`videos/` and digits) and channels. They are the messages that
 * Twitch's own embed script sends, so that the script is not needed.
 */
import { failures } from '../failures.ts'
import type { FrameProtocol, FrameReport } from './frame-medium.ts'

const origin = 'https://player.twitch.tv'
/** `eventName` is the number of a command in Twitch's embed script. */
const command = (eventName: number, params?: unknown) => ({ namespace: 'twitch-embed-player-proxy', eventName, params })

export function twitchAddress(uri: string): string {
  const [kind, name = ''] = uri.split('/')
  const query = new URLSearchParams({
    ...(kind === 'videos' ? { video: `v${name}` } : { channel: uri }),
    // Twitch plays only in pages whose host is named in this parameter.
    parent: location.hostname,
    autoplay: 'false',
    muted: 'false',
  })
  return `${origin}/?${query}`
}

interface Message {
  namespace?: string
  eventName?: unknown
  params?: { currentTime?: number; duration?: number; playback?: string; volume?: number; muted?: boolean } | null
}

const states: Readonly<Record<string, FrameReport>> = {
  Playing: { type: 'playing' },
  Buffering: { type: 'waiting' },
  Ended: { type: 'ended' },
}

const events: Readonly<Record<string, FrameReport>> = {
  ready: { type: 'ready' },
  playing: { type: 'playing' },
  pause: { type: 'paused' },
  ended: { type: 'ended' },
  playbackBlocked: { type: 'blocked' },
  offline: { type: 'offline' },
  error: { type: 'failed', failure: failures.unknown },
}

export const twitch: FrameProtocol = {
  name: 'Twitch',
  origin,
  commands: {
    play: () => command(3),
    pause: () => command(2),
    seek: (seconds) => command(4, seconds),
    volume: (volume) => command(11, volume),
    mute: (muted) => command(10, muted),
  },
  read(message) {
    if (typeof message !== 'object' || message === null) return []
    const { namespace, eventName, params } = message as Message
    if (namespace === 'twitch-embed') {
      const report = events[String(eventName)]
      return report === undefined ? [] : [report]
    }
    if (namespace !== 'twitch-embed-player-proxy' || eventName !== 'UPDATE_STATE' || !params) return []
    const { currentTime, duration, playback, volume, muted } = params
    return [
      ...(typeof currentTime === 'number' ? [{ type: 'time', position: currentTime, duration: duration ?? NaN } as const] : []),
      ...(typeof volume === 'number' && typeof muted === 'boolean' ? [{ type: 'volume', volume, muted } as const] : []),
      ...(playback !== undefined && states[playback] ? [states[playback]] : []),
    ]
  },
}
