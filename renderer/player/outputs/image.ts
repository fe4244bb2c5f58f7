/** Images: shown for a while as if they were played, so that they take part in a queue. */
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type Say } from './events.ts'

/** Seconds an image stands where its post sets no end time: long enough to look, short enough for a queue. Ours. */
export const dwell = 8
/** Milliseconds between two looks at the clock. */
const tick = 250

interface Showing {
  say: Say
  image: HTMLImageElement
  duration: number
  /** Seconds shown before `since`. */
  shown: number
  /** `performance.now()` when it began to run, null while it is held. */
  since: number | null
  wanted: boolean
}

export function createImage(host: HTMLElement): Output {
  const events = createEvents()
  let showing: Showing | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  const position = ({ shown, since, duration }: Showing) =>
    Math.min(shown + (since === null ? 0 : (performance.now() - since) / 1000), duration)

  function look(): void {
    if (showing === null) return
    const at = position(showing)
    showing.say({ type: 'time', position: at, duration: showing.duration })
    // Saying the time may have ended this load.
    if (showing !== null && at >= showing.duration) {
      hold(showing)
      showing.say({ type: 'ended' })
    }
  }
  function run(current: Showing): void {
    if (current.since !== null || !current.image.complete) return
    current.since = performance.now()
    timer = setInterval(look, tick)
    current.say({ type: 'playing' })
  }
  function hold(current: Showing): void {
    current.shown = position(current)
    current.since = null
    clearInterval(timer)
  }

  function clear(): void {
    events.end()
    clearInterval(timer)
    showing = null
    host.hidden = true
    host.replaceChildren()
  }

  return {
    id: 'image',
    load(request: LoadRequest) {
      clear()
      const { stream, startTime = 0, endTime, autoplay } = request
      const image = new Image()
      const duration = endTime !== undefined && endTime > startTime ? endTime : startTime + dwell
      const current: Showing = { say: events.begin(request), image, duration, shown: startTime, since: null, wanted: autoplay }
      showing = current
      image.alt = stream.title ?? ''
      Object.assign(image.style, { width: '100%', height: '100%', objectFit: 'contain' })
      image.addEventListener('load', () => {
        current.say({ type: 'ready', duration })
        if (showing === current && current.wanted) run(current)
      })
      image.addEventListener('error', () => current.say({ type: 'failed', code: 'broken', scope: 'stream' }))
      host.hidden = false
      host.replaceChildren(image)
      image.src = stream.uri
    },
    play() {
      if (showing === null) return
      showing.wanted = true
      if (showing.image.naturalWidth > 0) run(showing)
    },
    pause() {
      if (showing === null) return
      showing.wanted = false
      if (showing.since === null) return
      hold(showing)
      showing.say({ type: 'paused' })
    },
    seek(to) {
      if (showing === null) return
      showing.shown = Math.min(Math.max(to, 0), showing.duration)
      if (showing.since !== null) showing.since = performance.now()
    },
    setVolume() {},
    unload: clear,
    subscribe: events.subscribe,
  }
}
