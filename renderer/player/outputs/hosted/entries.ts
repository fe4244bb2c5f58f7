/** Our player entries for react-player, and the choice of the entry that plays a stream. */
import type { ComponentType } from 'react'
import type { PlayerEntry } from 'react-player/players'
import type { Stream } from '../../state.ts'
import { formatOf, hasMediaSource, isDash, isHls } from '../formats.ts'
import { framePlayer } from './frame.tsx'
import type { FrameProtocol } from './frame-medium.ts'
import type { Attach } from './medium.ts'
import { tiktok, tiktokAddress } from './tiktok.ts'
import { twitch, twitchAddress } from './twitch.ts'
import { attachFile, AudioPlayer, VideoPlayer } from './element.tsx'

/** Where a stream plays: in the element for everything with a picture, in the one for audio files, or in a frame. */
export type Place = 'video' | 'audio' | 'frame'

/** How a stream is played. */
export interface Part {
  place: Place
  /** `file`: the element plays the address by itself. */
  kind: 'file' | 'hls' | 'dash' | 'twitch' | 'tiktok'
  /** The `src` of the element or frame. */
  address: string
}

/** Wistia's player is a script within the page without error events; any HLS player can play its streams. */
const wistiaAddress = (id: string): string => `https://fast.wistia.com/embed/medias/${id}.m3u8`

/**
 * Whether the browser should play HLS from its address: AirPlay needs an address, and a script's MediaSource would disable
 * it. Chromium plays HLS too, but has no AirPlay, and hls.js limits the picture size.
 */
const prefersNativeHls = (): boolean =>
  document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '' &&
  ('WebKitPlaybackTargetAvailabilityEvent' in globalThis || !hasMediaSource())

export function partOf(stream: Stream): Part {
  const { type, uri } = stream
  if (type === 'twitch') return { place: 'frame', kind: 'twitch', address: twitchAddress(uri) }
  if (type === 'tiktok') return { place: 'frame', kind: 'tiktok', address: tiktokAddress(uri) }
  const hls = prefersNativeHls() ? 'file' : 'hls'
  if (type === 'wistia') return { place: 'video', kind: hls, address: wistiaAddress(uri) }
  if (formatOf(stream)?.startsWith('audio/') === true) return { place: 'audio', kind: 'file', address: uri }
  return { place: 'video', kind: isHls(stream) ? hls : isDash(stream) ? 'dash' : 'file', address: uri }
}

const frameEntry = (protocol: FrameProtocol): PlayerEntry => ({
  key: protocol.name,
  name: protocol.name,
  canPlay: (address) => address.startsWith(`${protocol.origin}/`),
  player: framePlayer(protocol) as unknown as ComponentType as NonNullable<PlayerEntry['player']>,
})

const elementEntry = (key: 'video' | 'audio', name: string, player: typeof VideoPlayer | typeof AudioPlayer): PlayerEntry => ({
  key,
  name,
  canPlay: () => true,
  player: player as unknown as NonNullable<PlayerEntry['player']>,
})

export const videoEntry = elementEntry('video', 'Video', VideoPlayer)
export const audioEntry = elementEntry('audio', 'Audio', AudioPlayer)
export const frameEntries: PlayerEntry[] = [frameEntry(twitch), frameEntry(tiktok)]

const attachments: Partial<Record<Part['kind'], Attach>> = { file: attachFile }
const fetching = {
  hls: async () => void (attachments.hls = (await import('./hls.ts')).attachHls),
  dash: async () => void (attachments.dash = (await import('./dash.ts')).attachDash),
}

/** Fetches the code that a part needs. Null if none is needed or it is loaded. */
export function fetchPart({ kind }: Part): Promise<void> | null {
  return (kind === 'hls' || kind === 'dash') && attachments[kind] === undefined ? fetching[kind]() : null
}

export const attachmentOf = ({ kind }: Part): Attach => attachments[kind] ?? attachFile
