/** The output for Vimeo, on its player SDK, an npm package that controls the frame by messages. */
import type Player from '@vimeo/player'
import type { LoadRequest, Output } from '../ports.ts'
import type { Failure } from './failures.ts'
import { createProviderOutput, drawFrame, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'
import { once } from './script.ts'

type Sdk = typeof Player

/** Globals that stop what the SDK does on load: resize embeds, report the page's address to Vimeo, and seek by it. */
const selfStarters = ['VimeoPlayerResizeEmbeds_', 'VimeoSeoMetadataAppended', 'VimeoCheckedUrlTimeParam']

const fetchSdk = once<Sdk>(async () => {
  for (const name of selfStarters) Object.assign(window, { [name]: true })
  return (await import('@vimeo/player')).default
})

/**
 * The address of the frame. `autopause` is off, so that Vimeo embeds on the page do not pause each other.
 * @param uri `id`, or `id/hash` of an unlisted video, which plays only with its hash.
 */
export function vimeoAddress(uri: string): `https://player.vimeo.com/video/${string}` {
  const [id, hash] = uri.split('/')
  const query = new URLSearchParams({ ...(hash && { h: hash }), dnt: '1', playsinline: '1', autopause: '0', initial_quality: '720p' })
  return `https://player.vimeo.com/video/${id}?${query}`
}

/** Classifies a rejection of the SDK: names are documented, but the reason of a refusal is only in the message. */
export function vimeoFailure({ name, message }: { name: string; message: string }): Failure {
  if (/\b(country|region|location|territory)\b/i.test(message)) return ofStream('region')
  if (name === 'PasswordError') return ofStream('private')
  if (/embed|played here|this (site|domain)/i.test(message)) return ofStream('embedding-forbidden')
  if (name === 'PrivacyError') return ofStream('private')
  if (name === 'NotFoundError' || /not found|does ?n[o’']t exist|deleted/i.test(message)) return ofStream('gone')
  if (name === 'UnsupportedError') return ofStream('unsupported')
  if (name === 'TypeError' || name === 'InvalidParameterError') return ofStream('invalid')
  return ofStream('unknown')
}

const failuresOfVideos = new Set(['PasswordError', 'PrivacyError', 'NotFoundError', 'UnsupportedError'])
const ignore = () => undefined

function open(Sdk: Sdk, host: HTMLElement, { stream }: LoadRequest, { up, down }: FrameHooks): ProviderPlayer {
  const player = new Sdk(drawFrame(host, 'Vimeo', vimeoAddress(stream.uri)))
  /** The video of the frame's first address. */
  let firstUri: string | null = stream.uri
  let load: Load | null = null
  /** Whether the frame's events are about the current video, not the previous one. */
  let isLoaded = false
  let inPip = false

  player.ready().then(up, (error: Error) => down(vimeoFailure(error)))

  const emit: Load['emit'] = (event) => {
    if (isLoaded) load?.emit(event)
  }
  const reportTime = ({ seconds: position, duration }: { seconds: number; duration: number }) => emit({ type: 'time', position, duration })
  player.on('playing', () => emit({ type: 'playing' }))
  player.on('bufferstart', () => emit({ type: 'buffering' }))
  player.on('timeupdate', reportTime)
  player.on('pause', (at) => {
    // The player also reports a pause at the end, up to 0.25 s before it.
    if (at.duration > 0 && at.seconds >= at.duration - 0.25) return
    reportTime(at)
    emit({ type: 'paused' })
  })
  player.on('volumechange', ({ volume, muted }) => {
    if (isLoaded) load?.volumeIs(volume, muted)
  })
  player.on('ended', () => emit({ type: 'ended' }))
  player.on('error', ({ name, message, method }) => {
    // An error of a command has a `method`, and also rejects the promise of that command.
    if (!method) emit({ type: 'failed', ...vimeoFailure({ name, message }) })
  })
  for (const on of [true, false]) {
    player.on(on ? 'enterpictureinpicture' : 'leavepictureinpicture', () => {
      inPip = on
      emit({ type: 'pip', on })
    })
  }

  const setVolume = (volume: number, muted: boolean) => Promise.all([player.setVolume(volume), player.setMuted(muted)]).then(ignore, ignore)

  function play(): void {
    const current = load
    player.play().catch(({ name, message }: Error) => {
      if (name === 'NotAllowedError') current?.emit({ type: 'autoplayBlocked' })
      else if (failuresOfVideos.has(name)) current?.emit({ type: 'failed', ...vimeoFailure({ name, message }) })
      // Other rejections are caused by a pause command.
    })
  }

  async function prepare(current: Load, first: boolean): Promise<void> {
    const {
      request: { stream, startTime = 0, volume, muted },
    } = current
    try {
      if (!first) await player.loadVideo({ url: vimeoAddress(stream.uri) })
    } catch (error) {
      current.emit({ type: 'failed', ...vimeoFailure(error as Error) })
      return
    }
    if (load !== current) return
    await setVolume(volume, muted)
    // Rejects if the start time is after the end.
    if (startTime > 0) await player.setCurrentTime(startTime).catch(ignore)
    const duration = await player.getDuration().catch(ignore)
    if (load !== current) return
    isLoaded = true
    current.emit({ type: 'ready', ...(duration && { duration }), pip: document.pictureInPictureEnabled })
    if (current.shouldPlay) play()
  }

  return {
    show(next) {
      load = next
      isLoaded = false
      const first = next.request.stream.uri === firstUri
      firstUri = null
      void prepare(next, first)
    },
    play: () => void (isLoaded && play()),
    pause: () => void (isLoaded && player.pause().catch(ignore)),
    seek: (position) => void player.setCurrentTime(position).catch(ignore),
    setVolume: (volume, muted) => void setVolume(volume, muted),
    pictureInPicture: (on) => void (on ? player.requestPictureInPicture() : player.exitPictureInPicture()).catch(ignore),
    stop() {
      load = null
      isLoaded = false
      void player.pause().catch(ignore)
      if (inPip) void player.exitPictureInPicture().catch(ignore)
    },
    destroy() {
      load = null
      void player.destroy().catch(ignore)
    },
  }
}

/** The SDK is part of our own code, so it may be fetched early. */
export const prepare = fetchSdk

export function create(host: HTMLElement): Output {
  return createProviderOutput<Sdk>(
    {
      id: 'vimeo',
      fetch: fetchSdk,
      missing: { code: 'unavailable', scope: 'network' },
      open,
      // After a private video the frame plays no other one (issue 132 of vimeo/player.js on GitHub).
      outlivesFailure: false,
      pictureInPicture: true,
    },
    host,
  )
}
