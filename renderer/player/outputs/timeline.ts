/** Counts the seconds for which something is shown, as if it were played: for outputs without a medium. */
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type EmitEvent } from './events.ts'
import type { Failure } from './failures.ts'

/** Interval between two reports of the position (ms). */
const tickMs = 250

interface Run {
  emit: EmitEvent
  isReady: boolean
  /** Seconds. */
  duration: number
  /** Position in seconds at the time `since`, or while paused. */
  shown: number
  /** Value of `performance.now()` when it last started; null while paused. */
  since: number | null
  shouldPlay: boolean
}

/** Of one load. Both functions do nothing once it is over. */
export interface TimelineLoad {
  /** It can be shown now, and starts unless it was paused. */
  ready(): void
  fail(failure: Failure): void
}

export interface Timeline extends Pick<Output, 'play' | 'pause' | 'seek' | 'unload' | 'subscribe'> {
  /** `seconds`: how long it is shown if the request has no end time. */
  load(request: LoadRequest, seconds: number): TimelineLoad
}

export function createTimeline(): Timeline {
  const events = createEvents()
  let current: Run | null = null
  let ticks: ReturnType<typeof setInterval> | undefined
  let end: ReturnType<typeof setTimeout> | undefined

  const position = ({ shown, since, duration }: Run) =>
    Math.min(shown + (since === null ? 0 : (performance.now() - since) / 1000), duration)

  function reportTime(run: Run): void {
    run.emit({ type: 'time', position: position(run), duration: run.duration })
  }
  /** Counts from the current position on. */
  function count(run: Run): void {
    stop()
    run.since = performance.now()
    ticks = setInterval(reportTime, tickMs, run)
    // A separate timeout for the end: in a tab that has been hidden for long, an interval fires only once a minute, but
    // a single timeout fires on time.
    end = setTimeout(finish, (run.duration - run.shown) * 1000, run)
  }
  function stop(): void {
    clearInterval(ticks)
    clearTimeout(end)
  }
  function holdPosition(run: Run): void {
    run.shown = position(run)
    run.since = null
    stop()
  }
  function finish(run: Run): void {
    holdPosition(run)
    run.shown = run.duration
    reportTime(run)
    run.emit({ type: 'ended' })
  }
  function begin(run: Run): void {
    if (run.since !== null || !run.isReady) return
    count(run)
    run.emit({ type: 'playing' })
  }

  function unload(): void {
    events.end()
    stop()
    current = null
  }

  return {
    load(request, seconds) {
      unload()
      const { startTime = 0, endTime, autoplay } = request
      const duration = endTime !== undefined && endTime > startTime ? endTime : startTime + seconds
      const run: Run = { emit: events.begin(request), isReady: false, duration, shown: startTime, since: null, shouldPlay: autoplay }
      current = run
      return {
        ready() {
          if (current !== run) return
          run.isReady = true
          run.emit({ type: 'ready', duration, pip: false })
          // The engine may have paused or unloaded it while handling the event.
          if (current === run && run.shouldPlay) begin(run)
        },
        fail: (failure) => run.emit({ type: 'failed', ...failure }),
      }
    },
    play() {
      if (current === null) return
      current.shouldPlay = true
      // Starts over after the end, like a video.
      if (current.since === null && current.shown >= current.duration) current.shown = 0
      begin(current)
    },
    pause() {
      if (current === null) return
      current.shouldPlay = false
      if (current.since === null) return
      holdPosition(current)
      current.emit({ type: 'paused' })
    },
    seek(to) {
      if (current === null) return
      current.shown = Math.min(Math.max(to, 0), current.duration)
      if (current.since !== null) count(current)
      reportTime(current)
    },
    unload,
    subscribe: events.subscribe,
  }
}
