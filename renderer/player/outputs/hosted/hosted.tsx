/**
 * The output for files, HLS, DASH and providers that play in a plain frame, rendered by react-player's factory with
 * entries of our own. Only this folder of the player may use React: react-player is a React component, rendered by a
 * separate root.
 *
 * A medium is controlled through its ref. react-player's prop `playing` is never set, because it ignores the promise of
 * `play()`, which rejects if the browser blocks autoplay. Its prop `volume` is always set, because at every render it
 * sets the medium's volume to this value, or to 1 without it.
 */
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import type { LoadRequest, Output } from '../../ports.ts'
import type { Stream } from '../../state.ts'
import { createEvents, type UntaggedEvent } from '../events.ts'
import { createLinger } from '../linger.ts'
import { createVolumeWatch } from '../volume.ts'
import { release } from './element.tsx'
import { fetchPart, partOf, type Place } from './entries.ts'
import type { Medium } from './medium.ts'
import { RemoteWatch } from './remotePlayback.ts'
import { silence } from './silence.ts'
import { isBroken, isElement, isVideo, leavePicture, MediumView, reportReady, type Load, type ViewHost } from './view.tsx'

/** The places with an element of our own. */
const elements = ['video', 'audio'] as const
type ElementPlace = (typeof elements)[number]
/** Time in which the next item can take over the picture-in-picture of the previous one (ms). */
const pictureHandoverMs = 1000

/** Fetches the code that a stream needs besides this module. */
export const prepare = (stream: Stream): Promise<void> | null => fetchPart(partOf(stream))

class HostedOutput implements Output, ViewHost {
  readonly id = 'hosted'
  volume = 1
  muted = false
  private readonly host: HTMLElement
  private readonly root: Root
  private readonly events = createEvents()
  private readonly linger = createLinger(() => this.releaseMedia())
  private readonly watch = createVolumeWatch()
  private readonly remote = new RemoteWatch((status) => {
    // Until the current load is drawn, the watch is still about the previous one.
    if (this.medium !== null) this.current?.emit({ type: 'remotePlayback', status })
  })
  private current: Load | null = null
  /** The last load that was rendered in each place. Its medium may still be loaded. */
  private readonly drawn: Record<Place, Load | null> = { video: null, audio: null, frame: null }
  private readonly media: Record<Place, Medium | null> = { video: null, audio: null, frame: null }
  /** Elements that a user gesture allowed to play: on a phone, another one would need another gesture. */
  private readonly allowed = new Set<ElementPlace>()
  /** Elements that are playing silence at the moment, see `playSilence`. */
  private readonly priming = new Set<ElementPlace>()
  /** Elements that stay mounted: while another place plays, and permanently once they are allowed to play. */
  private readonly retained = new Set<ElementPlace>()
  private pictureTimer: ReturnType<typeof setTimeout> | undefined

  constructor(host: HTMLElement) {
    this.host = host
    this.root = createRoot(host, { onUncaughtError: () => this.current?.emit({ type: 'failed', code: 'crashed', scope: 'player' }) })
  }

  readonly subscribe: Output['subscribe'] = (listener) => this.events.subscribe(listener)

  load(request: LoadRequest): void {
    this.linger.stop()
    clearTimeout(this.pictureTimer)
    this.volume = request.volume
    this.muted = request.muted
    const next = this.createLoad(request)
    this.current = next
    this.host.hidden = false
    const fetching = fetchPart(next.part)
    if (fetching === null) this.show(next)
    else {
      fetching.then(
        () => {
          if (this.isCurrent(next)) this.show(next)
        },
        () => next.emit({ type: 'failed', code: 'unavailable', scope: 'network' }),
      )
    }
  }
  play(): void {
    if (this.current === null) return
    this.current.shouldPlay = true
    const { medium } = this
    if (medium !== null) this.start(this.current, medium)
  }
  pause(): void {
    if (this.current === null) return
    this.current.shouldPlay = false
    this.medium?.pause()
  }
  seek(position: number): void {
    const { medium } = this
    if (medium !== null) medium.currentTime = position
  }
  setVolume(volume: number, muted: boolean): void {
    this.volume = volume
    this.muted = muted
    this.watch.set(volume, muted)
    const { medium } = this
    if (medium !== null) Object.assign(medium, { volume, muted })
    this.draw()
  }
  pictureInPicture(on: boolean): void {
    const { medium } = this
    if (!on) leavePicture(medium)
    else if (isVideo(medium)) medium.requestPictureInPicture().catch(() => undefined)
  }
  promptRemotePlayback(): void {
    this.remote.prompt()
  }
  warm(): void {
    const locked = elements.filter((place) => !this.allowed.has(place) && !this.priming.has(place))
    if (locked.length === 0 || navigator.userActivation?.hasBeenActive === false) return
    for (const place of locked) this.retained.add(place)
    flushSync(() => this.draw())
    for (const place of locked) {
      const element = this.media[place]
      if (!isElement(element)) continue
      if (this.drawn[place] === null) this.playSilence(place, element)
      else this.allowed.add(place)
    }
  }
  unload(): void {
    this.events.end()
    if (this.current === null) return
    const { medium } = this
    this.current = null
    this.host.hidden = true
    medium?.pause()
    this.pictureTimer = setTimeout(() => leavePicture(medium), pictureHandoverMs)
    this.linger.start()
  }

  isCurrent(load: Load): boolean {
    return this.current === load
  }
  mediumIn(place: Place): Medium | null {
    return this.media[place]
  }
  setMedium(place: Place, load: Load | null, medium: Medium | null): void {
    this.media[place] = medium
    if (load !== null && this.isCurrent(load) && medium !== null) this.begin(load, medium)
  }
  reportPip(medium: Medium, on: boolean): void {
    if (this.medium === medium) this.current?.emit({ type: 'pip', on })
  }
  reportVolume(load: Load, medium: Medium): void {
    const change = this.watch.report(medium.volume, medium.muted)
    if (change === null) return
    this.volume = change.volume
    this.muted = change.muted
    load.emit({ type: 'volume', ...change })
    // Passes the new volume to react-player, which would reset the old one at the next render.
    this.draw()
  }

  /** The medium of the current load. */
  private get medium(): Medium | null {
    const { current } = this
    return current !== null && this.drawn[current.part.place] === current ? this.media[current.part.place] : null
  }
  private createLoad(request: LoadRequest): Load {
    const part = partOf(request.stream)
    const before = this.drawn[part.place]
    const medium = this.media[part.place]
    const isSame = before?.part.address === part.address
    const again = isSame && medium !== null && before?.hasFailed === false && !isBroken(medium)
    const forward = this.events.begin(request)
    const load: Load = {
      request,
      part,
      shouldPlay: request.autoplay,
      hasStarted: false,
      isPlaced: false,
      again,
      attempt: (before?.attempt ?? 0) + (isSame && !again ? 1 : 0),
      hasFailed: false,
      emit: (event: UntaggedEvent) => {
        if (event.type === 'playing' && !load.hasStarted) {
          load.hasStarted = true
          this.watch.set(this.volume, this.muted)
        }
        forward(event)
      },
    }
    return load
  }
  private draw(): void {
    const { drawn } = this
    this.root.render(
      <>
        {elements.map((place) => this.retained.has(place) && <MediumView key={place} place={place} load={drawn[place]} host={this} />)}
        {drawn.frame !== null && <MediumView place="frame" load={drawn.frame} host={this} />}
      </>,
    )
  }
  private show(next: Load): void {
    const { place } = next.part
    for (const other of [...elements, 'frame'] as const) if (other !== place) this.drawn[other] = null
    this.drawn[place] = next
    if (place !== 'video') leavePicture(this.media.video)
    if (place !== 'frame') this.retained.add(place)
    // Synchronously: phones allow an element to play only within the gesture.
    flushSync(() => this.draw())
  }
  /** Starts a load once its medium has its address. */
  private begin(load: Load, medium: Medium): void {
    const { volume, muted } = this
    Object.assign(medium, { volume, muted })
    this.remote.setElement(isElement(medium) ? medium : null)
    const { status } = this.remote
    if (status !== null) load.emit({ type: 'remotePlayback', status })
    if (load.again && medium.readyState > 0) {
      // A loaded medium fires no second `loadedmetadata` event, so it is reported here.
      medium.currentTime = load.request.startTime ?? 0
      reportReady(load.emit, medium)
      // If playback continues, it fires no second `playing` event either.
      if (load.shouldPlay && !medium.paused && medium.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) load.emit({ type: 'playing' })
    }
    if (load.shouldPlay) this.start(load, medium)
    else medium.pause()
  }
  private start(load: Load, medium: Medium): void {
    medium.play().catch((error: unknown) => {
      // Other rejections are reported by an `error` event, or caused by a pause command.
      if (error instanceof DOMException && error.name === 'NotAllowedError') load.emit({ type: 'autoplayBlocked' })
    })
  }
  /**
   * Plays silence in an element within a user gesture. On phones, only an element that has done so may play later
   * without a gesture. Chromium plays no media in a hidden page that has not played any while visible.
   */
  private playSilence(place: ElementPlace, element: HTMLMediaElement): void {
    const address = silence()
    this.priming.add(place)
    element.src = address
    element
      .play()
      .then(
        () => void this.allowed.add(place),
        () => undefined,
      )
      .finally(() => {
        this.priming.delete(place)
        URL.revokeObjectURL(address)
        if (this.drawn[place] === null) release(element)
      })
  }
  /** Unloads the media when the output has been idle for a while. */
  private releaseMedia(): void {
    this.drawn.video = this.drawn.audio = this.drawn.frame = null
    this.remote.stop()
    for (const place of elements) if (!this.allowed.has(place)) this.retained.delete(place)
    this.draw()
  }
}

export const create = (host: HTMLElement): Output => new HostedOutput(host)
