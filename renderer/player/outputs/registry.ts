/** The outputs in order of preference. Each one's code is fetched before it is needed where that can be foreseen, else with the first stream. */
import type { Stream } from '../../../server/contract/index.ts'
import type { Output, OutputEntry } from '../ports.ts'
import { canHost, dailymotionPlayerId } from './formats.ts'

/** At SoundCloud a sound is its address: `/user/sound`, `/user/sets/set`, each with a secret token perhaps. */
const soundAddress = /^https:\/\/soundcloud\.com\/[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-[\w-]+)?$/

/** What the module of an output exports. */
interface OutputModule {
  create(host: HTMLElement): Output
  /** Fetches what this stream needs beyond the module. */
  prepare?(stream: Stream): unknown
}

/** An import takes a while even of what is there already: once the module has come, its output is made without one. */
function later(load: () => Promise<OutputModule>): Required<Pick<OutputEntry, 'preload' | 'create'>> {
  let module: OutputModule | undefined
  const fetch = async () => (module ??= await load())
  return {
    preload: async (stream) => {
      const { prepare } = await fetch()
      if (stream) await prepare?.(stream)
    },
    create: (host) => module?.create(host) ?? fetch().then(({ create }) => create(host)),
  }
}

export const outputs: readonly OutputEntry[] = [
  {
    id: 'youtube',
    canPlay: ({ type, uri }) => type === 'youtube' && /^[\w-]{11}$/.test(uri),
    ...later(() => import('./youtube.ts')),
  },
  {
    id: 'vimeo',
    canPlay: ({ type, uri }) => type === 'vimeo' && /^\d{1,19}(?:\/[0-9a-f]{6,40})?$/.test(uri),
    ...later(() => import('./vimeo.ts')),
  },
  {
    id: 'soundcloud',
    canPlay: ({ type, uri }) => type === 'soundcloud' && soundAddress.test(uri),
    ...later(() => import('./soundcloud.ts')),
  },
  {
    id: 'dailymotion',
    canPlay: ({ type, uri }) => type === 'dailymotion' && /^x[a-z0-9]{1,15}$/.test(uri) && dailymotionPlayerId() !== undefined,
    ...later(() => import('./dailymotion.ts')),
  },
  {
    id: 'hosted',
    own: true,
    canPlay: canHost,
    ...later(() => import('./hosted/hosted.tsx')),
  },
  {
    id: 'image',
    own: true,
    canPlay: ({ type, uri }) => type === 'image' && uri !== '',
    ...later(() => import('./image.ts')),
  },
]
