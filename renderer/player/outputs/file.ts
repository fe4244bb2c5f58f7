/**
 * Plays files that the browser supports by itself, without React: the widget of other sites loads it instead of the hosted output, which
 * then plays HLS, DASH and frames only. One `<video>` for pictures and sound, because on a phone another element needs another gesture.
 */
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type EmitEvent } from './events.ts'
import { failureOfElement } from './failures.ts'
import { createLinger } from './linger.ts'
import { createVolumeWatch } from './volume.ts'

interface Load {
  request: LoadRequest
  emit: EmitEvent
  shouldPlay: boolean
  hasStarted: boolean
  hasFailed: boolean
}

/** The engine's format of a duration: 0 if it is unknown or infinite. */
const finiteSeconds = (duration: number): number => (Number.isFinite(duration) ? duration : 0)

/** Reactions to the events of the element. Loading another address discards the pending events of the previous one. */
const createReactions = (element: HTMLVideoElement, current: () => Load | null, watch: ReturnType<typeof createVolumeWatch>) => {
  const emit: EmitEvent = (event) => current()?.emit(event)
  return {
    loadedmetadata() {
      const startTime = current()?.request.startTime ?? 0
      if (startTime > 0) element.currentTime = startTime
      emit({ type: 'ready', duration: finiteSeconds(element.duration) })
    },
    playing() {
      const load = current()
      if (load === null || element.paused) return
      if (!load.hasStarted) watch.set(element.volume, element.muted)
      load.hasStarted = true
      emit({ type: 'playing' })
    },
    pause() {
      const load = current()
      if (load === null || !element.paused || element.ended || element.error !== null) return
      if (load.hasStarted || !load.shouldPlay) emit({ type: 'paused' })
    },
    waiting: () => emit({ type: 'buffering' }),
    timeupdate: () => emit({ type: 'time', position: element.currentTime, duration: finiteSeconds(element.duration) }),
    volumechange() {
      const load = current()
      const change = load?.hasStarted === true ? watch.report(element.volume, element.muted) : null
      if (change !== null) emit({ type: 'volume', ...change })
    },
    ended() {
      if (element.ended) emit({ type: 'ended' })
    },
    error() {
      const load = current()
      const { error } = element
      if (load === null || error === null || load.hasFailed) return
      load.hasFailed = true
      void failureOfElement(error, load.request.stream.uri, element.videoWidth === 0).then((failure) =>
        load.emit({ type: 'failed', ...failure }),
      )
    },
  }
}

export function create(host: HTMLElement): Output {
  const events = createEvents()
  const linger = createLinger(release)
  const watch = createVolumeWatch()
  let element: HTMLVideoElement | null = null
  let current: Load | null = null
  let isNeeded = false

  function createElement(): HTMLVideoElement {
    const video = document.createElement('video')
    video.setAttribute('playsinline', '')
    video.preload = 'auto'
    Object.assign(video.style, { width: '100%', height: '100%' })
    for (const [type, react] of Object.entries(createReactions(video, () => current, watch))) video.addEventListener(type, react)
    host.append(video)
    return video
  }
  function start(load: Load): void {
    element?.play().catch((error: unknown) => {
      // Other rejections are reported by an `error` event, or caused by a pause command.
      if (error instanceof DOMException && error.name === 'NotAllowedError') load.emit({ type: 'autoplayBlocked' })
    })
  }
  /** Frees the decoded data, and aborts the download. */
  function release(): void {
    linger.stop()
    element?.removeAttribute('src')
    element?.load()
    element?.remove()
    element = null
  }

  return {
    id: 'file',
    load(request) {
      linger.stop()
      const { stream, autoplay, volume, muted } = request
      const load: Load = { request, emit: events.begin(request), shouldPlay: autoplay, hasStarted: false, hasFailed: false }
      current = load
      host.hidden = false
      element ??= createElement()
      watch.set(volume, muted)
      Object.assign(element, { volume, muted })
      element.src = stream.uri
      if (autoplay) start(load)
    },
    play() {
      if (current === null) return
      current.shouldPlay = true
      start(current)
    },
    pause() {
      if (current === null) return
      current.shouldPlay = false
      element?.pause()
    },
    seek(position) {
      if (current !== null && element !== null) element.currentTime = position
    },
    setVolume(volume, muted) {
      watch.set(volume, muted)
      if (current !== null && element !== null) Object.assign(element, { volume, muted })
    },
    keep(needed) {
      isNeeded = needed
      if (current !== null || element === null) return
      if (needed) linger.stop()
      else linger.start()
    },
    unload() {
      events.end()
      if (current === null) return
      current = null
      host.hidden = true
      element?.pause()
      if (!isNeeded) linger.start()
    },
    subscribe: events.subscribe,
  }
}
