/**
 * The outputs in order of preference. Their code is preloaded if possible, otherwise fetched for their first stream.
 */
import type { Output, OutputEntry } from '../ports.ts'
import type { Stream } from '../state.ts'
import { canHost, dailymotionPlayerId } from './formats.ts'

/** A SoundCloud id is an address: `/user/sound`, `/user/sets/set`, each with an optional secret token. */
const soundAddress = /^https:\/\/soundcloud\.com\/[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-[\w-]+)?$/

/** The exports of an output's module. */
interface OutputModule {
  create(host: HTMLElement): Output
  /** Fetches the code that this stream needs in addition to the module. */
  prepare?(stream: Stream): unknown
}

/** Caches the module, so that a loaded one creates its output synchronously: even a repeated import is asynchronous. */
export function lazyModule(load: () => Promise<OutputModule>): Required<Pick<OutputEntry, 'preload' | 'create'>> {
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
    ...lazyModule(() => import('./youtube.ts')),
  },
  {
    id: 'vimeo',
    canPlay: ({ type, uri }) => type === 'vimeo' && /^\d{1,19}(?:\/[0-9a-f]{6,40})?$/.test(uri),
    ...lazyModule(() => import('./vimeo.ts')),
  },
  {
    id: 'soundcloud',
    canPlay: ({ type, uri }) => type === 'soundcloud' && soundAddress.test(uri),
    ...lazyModule(() => import('./soundcloud.ts')),
  },
  {
    id: 'dailymotion',
    canPlay: ({ type, uri }) => type === 'dailymotion' && /^x[a-z0-9]{1,15}$/.test(uri) && dailymotionPlayerId() !== undefined,
    ...lazyModule(() => import('./dailymotion.ts')),
  },
  {
    id: 'hosted',
    own: true,
    canPlay: canHost,
    ...lazyModule(() => import('./hosted/hosted.tsx')),
  },
  {
    id: 'image',
    own: true,
    canPlay: ({ type, uri }) => type === 'image' && uri !== '',
    ...lazyModule(() => import('./image.ts')),
  },
]
