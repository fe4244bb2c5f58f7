/** The outputs in order of preference. Each one's code is fetched when the first stream needs it. */
import type { Stream } from '../../../server/contract/index.ts'
import type { OutputEntry } from '../ports.ts'
import { canPlayFile } from './formats.ts'

export const outputs: readonly OutputEntry[] = [
  {
    id: 'youtube',
    canPlay: ({ type, uri }: Stream) => type === 'youtube' && /^[\w-]{11}$/.test(uri),
    create: async (host) => (await import('./youtube.ts')).createYouTube(host),
  },
  {
    id: 'hosted',
    canPlay: (stream) => stream.type === 'file' && canPlayFile(stream),
    create: async (host) => (await import('./hosted/hosted.tsx')).createHosted(host),
  },
  {
    id: 'image',
    canPlay: ({ type, uri }) => type === 'image' && uri !== '',
    create: async (host) => (await import('./image.ts')).createImage(host),
  },
]
