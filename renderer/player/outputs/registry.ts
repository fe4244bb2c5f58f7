/** The outputs in order of preference. Each one's code is fetched when the first stream needs it. */
import type { OutputEntry } from '../ports.ts'
import { canHost } from './formats.ts'

/** Its operator's player at Dailymotion, which the server writes into the document; without one it plays nothing. */
function dailymotionPlayerId(): string | undefined {
  const id = document.querySelector<HTMLMetaElement>('meta[name="dailymotion-player-id"]')?.content
  return id === '' ? undefined : id
}

/** At SoundCloud a sound is its address: `/user/sound`, `/user/sets/set`, each with a secret token perhaps. */
const soundAddress = /^https:\/\/soundcloud\.com\/[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-[\w-]+)?$/

export const outputs: readonly OutputEntry[] = [
  {
    id: 'youtube',
    canPlay: ({ type, uri }) => type === 'youtube' && /^[\w-]{11}$/.test(uri),
    create: async (host) => (await import('./youtube.ts')).createYouTube(host),
  },
  {
    id: 'vimeo',
    canPlay: ({ type, uri }) => type === 'vimeo' && /^\d{1,19}(?:\/[0-9a-f]{6,40})?$/.test(uri),
    create: async (host) => (await import('./vimeo.ts')).createVimeo(host),
  },
  {
    id: 'soundcloud',
    canPlay: ({ type, uri }) => type === 'soundcloud' && soundAddress.test(uri),
    create: async (host) => (await import('./soundcloud.ts')).createSoundCloud(host),
  },
  {
    id: 'dailymotion',
    canPlay: ({ type, uri }) => type === 'dailymotion' && /^x[a-z0-9]{1,15}$/.test(uri) && dailymotionPlayerId() !== undefined,
    create: async (host) => (await import('./dailymotion.ts')).createDailymotion(host, dailymotionPlayerId() ?? ''),
  },
  {
    id: 'hosted',
    own: true,
    canPlay: canHost,
    create: async (host) => (await import('./hosted/hosted.tsx')).createHosted(host),
  },
  {
    id: 'image',
    own: true,
    canPlay: ({ type, uri }) => type === 'image' && uri !== '',
    create: async (host) => (await import('./image.ts')).createImage(host),
  },
]
