/** Shows an image for some seconds, as if it were played, so that images can be queued. */
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type EmitEvent } from './events.ts'
import { failures, whyMissing } from './failures.ts'

/** Seconds for which an image without an end time is shown. Our own choice; the specification has no value. */
export const dwell = 8
/** Interval between two reports of the position (ms). */
const tickMs = 250

interface ShownImage {
  emit: EmitEvent
  image: HTMLImageElement
  isLoaded: boolean
  /** Seconds. */
  duration: number
  /** Position in seconds at the time `since`, or while paused. */
  shown: number
  /** Value of `performance.now()` when it last started; null while paused. */
  since: number | null
  shouldPlay: boolean
}

export function create(host: HTMLElement): Output {
  const events = createEvents()
  let showing: ShownImage | null = null
  let ticks: ReturnType<typeof setInterval> | undefined
  let end: ReturnType<typeof setTimeout> | undefined

  const position = ({ shown, since, duration }: ShownImage) =>
    Math.min(shown + (since === null ? 0 : (performance.now() - since) / 1000), duration)

  function reportTime(current: ShownImage): void {
    current.emit({ type: 'time', position: position(current), duration: current.duration })
  }
  /** Counts from the current position on. */
  function run(current: ShownImage): void {
    stop()
    current.since = performance.now()
    ticks = setInterval(reportTime, tickMs, current)
    // A separate timeout for the end: in a tab that has been hidden for long, an interval fires only once a minute, but
    // a single timeout fires on time.
    end = setTimeout(finish, (current.duration - current.shown) * 1000, current)
  }
  function stop(): void {
    clearInterval(ticks)
    clearTimeout(end)
  }
  function holdPosition(current: ShownImage): void {
    current.shown = position(current)
    current.since = null
    stop()
  }
  function finish(current: ShownImage): void {
    holdPosition(current)
    current.shown = current.duration
    reportTime(current)
    current.emit({ type: 'ended' })
  }
  function begin(current: ShownImage): void {
    if (current.since !== null || !current.isLoaded) return
    run(current)
    current.emit({ type: 'playing' })
  }

  function clear(): void {
    events.end()
    stop()
    // Aborts the download.
    showing?.image.removeAttribute('src')
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
      const current: ShownImage = {
        emit: events.begin(request),
        image,
        isLoaded: false,
        duration,
        shown: startTime,
        since: null,
        shouldPlay: autoplay,
      }
      showing = current
      image.alt = stream.title ?? ''
      Object.assign(image.style, { width: '100%', height: '100%', objectFit: 'contain' })
      image.addEventListener('load', () => {
        if (showing !== current) return
        current.isLoaded = true
        current.emit({ type: 'ready', duration, pip: false })
        // The engine may have paused or unloaded it while handling the event.
        if (showing === current && current.shouldPlay) begin(current)
      })
      image.addEventListener('error', () => {
        if (showing !== current) return
        void whyMissing(stream.uri).then((failure) => current.emit({ type: 'failed', ...(failure ?? failures.undecodable) }))
      })
      host.hidden = false
      host.replaceChildren(image)
      image.src = stream.uri
    },
    play() {
      if (showing === null) return
      showing.shouldPlay = true
      // Starts over after the end, like a video.
      if (showing.since === null && showing.shown >= showing.duration) showing.shown = 0
      begin(showing)
    },
    pause() {
      if (showing === null) return
      showing.shouldPlay = false
      if (showing.since === null) return
      holdPosition(showing)
      showing.emit({ type: 'paused' })
    },
    seek(to) {
      if (showing === null) return
      showing.shown = Math.min(Math.max(to, 0), showing.duration)
      if (showing.since !== null) run(showing)
      reportTime(showing)
    },
    setVolume() {},
    unload: clear,
    subscribe: events.subscribe,
  }
}
