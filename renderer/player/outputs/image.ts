/** Images: shown for a while as if they were played, so that they take part in a queue. */
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type Say } from './events.ts'
import { failures, whyMissing } from './failures.ts'

/** Seconds an image stands where its post sets no end time: long enough to look, short enough for a queue. Ours. */
export const dwell = 8
/** Milliseconds between two looks at the clock. */
const tick = 250

interface Showing {
  say: Say
  image: HTMLImageElement
  loaded: boolean
  duration: number
  /** Seconds shown before `since`. */
  shown: number
  /** `performance.now()` when it began to run, null while it is held. */
  since: number | null
  wanted: boolean
}

export function create(host: HTMLElement): Output {
  const events = createEvents()
  let showing: Showing | null = null
  let ticks: ReturnType<typeof setInterval> | undefined
  let end: ReturnType<typeof setTimeout> | undefined

  const position = ({ shown, since, duration }: Showing) =>
    Math.min(shown + (since === null ? 0 : (performance.now() - since) / 1000), duration)

  function tell(current: Showing): void {
    current.say({ type: 'time', position: position(current), duration: current.duration })
  }
  /** From where it stands now on. */
  function run(current: Showing): void {
    stop()
    current.since = performance.now()
    ticks = setInterval(tell, tick, current)
    // Not by the ticks: in a tab that was hidden for long, an interval fires once a minute, a lone timeout on time.
    end = setTimeout(finish, (current.duration - current.shown) * 1000, current)
  }
  function stop(): void {
    clearInterval(ticks)
    clearTimeout(end)
  }
  function hold(current: Showing): void {
    current.shown = position(current)
    current.since = null
    stop()
  }
  function finish(current: Showing): void {
    hold(current)
    current.shown = current.duration
    tell(current)
    current.say({ type: 'ended' })
  }
  function begin(current: Showing): void {
    if (current.since !== null || !current.loaded) return
    run(current)
    current.say({ type: 'playing' })
  }

  function clear(): void {
    events.end()
    stop()
    // What is still on its way is not wanted any more.
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
      const current: Showing = { say: events.begin(request), image, loaded: false, duration, shown: startTime, since: null, wanted: autoplay }
      showing = current
      image.alt = stream.title ?? ''
      Object.assign(image.style, { width: '100%', height: '100%', objectFit: 'contain' })
      image.addEventListener('load', () => {
        if (showing !== current) return
        current.loaded = true
        current.say({ type: 'ready', duration, pip: false })
        // Being told that it is ready, the engine may have changed its mind.
        if (showing === current && current.wanted) begin(current)
      })
      image.addEventListener('error', () => {
        if (showing !== current) return
        void whyMissing(stream.uri).then((failure) => current.say({ type: 'failed', ...(failure ?? failures.undecodable) }))
      })
      host.hidden = false
      host.replaceChildren(image)
      image.src = stream.uri
    },
    play() {
      if (showing === null) return
      showing.wanted = true
      // As a video does that is played again after its end.
      if (showing.since === null && showing.shown >= showing.duration) showing.shown = 0
      begin(showing)
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
      if (showing.since !== null) run(showing)
      tell(showing)
    },
    setVolume() {},
    unload: clear,
    subscribe: events.subscribe,
  }
}
