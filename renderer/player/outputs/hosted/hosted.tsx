/**
 * Files, HLS, DASH and the frames of the long tail, hosted by react-player's factory with entries of our
 * own. This is the one place of the player where React is allowed: react-player is a React component,
 * rendered by a root of its own.
 *
 * A medium is driven through its ref. react-player's `playing` is never given, because it drops the
 * promise of `play()` and with it the news of a refused autoplay; its `volume` is given at every
 * render, because at every render it sets the medium's volume to that, or to 1.
 */
import { useLayoutEffect, useRef, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createReactPlayer } from 'react-player/ReactPlayer'
import type { Stream } from '../../../../server/contract/index.ts'
import type { LoadRequest, Output } from '../../ports.ts'
import { createEvents, type Say } from '../events.ts'
import { failureOfElement } from '../failures.ts'
import { createLinger } from '../linger.ts'
import { attachmentOf, audioEntry, fetchPart, frameEntries, partOf, videoEntry, type Part, type Place } from './entries.ts'
import type { Fail, Medium } from './medium.ts'
import { createVolumeWatch } from '../volume.ts'
import { silence } from './silence.ts'
import { attachFile, release, type ElementConfig } from './element.tsx'

interface Load {
  request: LoadRequest
  say: Say
  part: Part
  wanted: boolean
  /** It was heard. */
  begun: boolean
  /** The medium is there already, so nothing has to be fetched. */
  again: boolean
  /** Another number loads the same address again. */
  attempt: number
  /** It was sent to where it begins. */
  placed: boolean
  failed: boolean
}

const players = { video: createReactPlayer([], videoEntry), audio: createReactPlayer([], audioEntry), frame: createReactPlayer(frameEntries, null as never) }
const entriesOf = { video: [videoEntry], audio: [audioEntry], frame: frameEntries }
/** Places of elements of ours, which a person's gesture allows to play. */
const elements = ['video', 'audio'] as const
type ElementPlace = (typeof elements)[number]
/** Milliseconds for the next item to take over the picture in picture of the last. */
const betweenPictures = 1000

const isElement = (medium: Medium | null): medium is HTMLMediaElement => medium instanceof HTMLMediaElement
const isVideo = (medium: Medium | null): medium is HTMLVideoElement => medium instanceof HTMLVideoElement
/** It is known before the reason is. */
const isBroken = (medium: Medium): boolean => isElement(medium) && medium.error !== null
const inPicture = (medium: Medium | null): boolean => isVideo(medium) && document.pictureInPictureElement === medium
const canPip = (medium: Medium): boolean =>
  isVideo(medium) && document.pictureInPictureEnabled === true && !medium.disablePictureInPicture && medium.videoWidth > 0
function leavePicture(medium: Medium | null): void {
  if (inPicture(medium)) document.exitPictureInPicture().catch(() => undefined)
}

/** Fetches the code that a stream needs beyond this. */
export const prepare = (stream: Stream): Promise<void> | null => fetchPart(partOf(stream))

export function create(host: HTMLElement): Output {
  const events = createEvents()
  const root = createRoot(host, { onUncaughtError: () => load?.say({ type: 'failed', code: 'crashed', scope: 'player' }) })
  const linger = createLinger(letGo)
  let load: Load | null = null
  /** What is or was last drawn in each place: the medium may be there still. */
  const drawn: Record<Place, Load | null> = { video: null, audio: null, frame: null }
  const media: Record<Place, Medium | null> = { video: null, audio: null, frame: null }
  let volume = 1
  let muted = false
  /** Elements that a person's gesture allowed to play: on a phone another one would have to ask again. */
  const allowed = new Set<ElementPlace>()
  const priming = new Set<ElementPlace>()
  /** An element stays while another place plays, and for good once it is allowed to play. */
  const kept = new Set<ElementPlace>()
  let picture: ReturnType<typeof setTimeout> | undefined
  const watch = createVolumeWatch()

  const current = (): Medium | null => (load !== null && drawn[load.part.place] === load ? media[load.part.place] : null)

  function View({ of, place }: { of: Load | null; place: Place }) {
    const ref = useRef<Medium>(null)
    useLayoutEffect(() => {
      media[place] = ref.current
      if (of !== null && of === load && ref.current !== null) begin(of, ref.current)
      return () => {
        media[place] = null
      }
    }, [of, place])
    useLayoutEffect(() => {
      const video = ref.current
      if (!isVideo(video)) return
      const tell = ({ type }: Event) => current() === video && load?.say({ type: 'pip', on: type === 'enterpictureinpicture' })
      video.addEventListener('enterpictureinpicture', tell)
      video.addEventListener('leavepictureinpicture', tell)
      return () => {
        video.removeEventListener('enterpictureinpicture', tell)
        video.removeEventListener('leavepictureinpicture', tell)
      }
    }, [])
    const say: Say = (event) => of?.say(event)
    const fail: Fail = (failure) => {
      // What is broken may say so in several ways.
      if (of === null || of.failed) return
      of.failed = true
      say({ type: 'failed', ...failure })
    }
    /** An event that is late finds the medium in another state. */
    const heard = (react: (medium: Medium) => void) => () => {
      if (ref.current !== null) react(ref.current)
    }
    const config: ElementConfig = { attach: of === null ? attachFile : attachmentOf(of.part), attempt: of?.attempt ?? 0, fail, end: () => say({ type: 'ended' }) }
    const Player = players[place]
    return (
      <Player
        ref={ref as Ref<never>}
        // Without an address the element stays, and holds nothing.
        {...(of !== null && { src: of.part.address })}
        config={Object.fromEntries(entriesOf[place].map(({ key }) => [key, config]))}
        style={of === null ? { display: 'none' } : {}}
        volume={volume}
        muted={muted}
        playsInline
        preload="auto"
        width="100%"
        height="100%"
        onLoadedMetadata={heard((medium) => {
          if (of === null) return
          const { startTime = 0 } = of.request
          // Once: after a recovery it comes again, in the middle.
          if (startTime > 0 && !of.placed) medium.currentTime = startTime
          of.placed = true
          tellReady(say, medium)
        })}
        onPlaying={heard(({ paused }) => paused || say({ type: 'playing' }))}
        // An element pauses when it ends or breaks, too; a late event may find it playing again, or be of the load before.
        onPause={heard((medium) => medium.paused && !medium.ended && !isBroken(medium) && (of?.begun === true || of?.wanted === false) && say({ type: 'paused' }))}
        onWaiting={heard(() => say({ type: 'buffering' }))}
        onTimeUpdate={heard(({ currentTime, duration }) => say({ type: 'time', position: currentTime, duration: seconds(duration) }))}
        onVolumeChange={heard((medium) => {
          if (of === null || of !== load || !of.begun) return
          const change = watch.report(medium.volume, medium.muted)
          if (change === null) return
          volume = change.volume
          muted = change.muted
          say({ type: 'volume', ...change })
          // React Player sets it at every render to what it was given.
          draw()
        })}
        onEnded={heard(({ ended }) => ended && say({ type: 'ended' }))}
        onError={heard((medium) => {
          if (of === null || !isElement(medium) || medium.error === null) return
          void failureOfElement(medium.error, of.part.address, !(isVideo(medium) && medium.videoWidth > 0)).then(fail)
        })}
      />
    )
  }

  function draw(): void {
    root.render(
      <>
        {elements.map((place) => kept.has(place) && <View key={place} place={place} of={drawn[place]} />)}
        {drawn.frame !== null && <View place="frame" of={drawn.frame} />}
      </>,
    )
  }
  function show(next: Load): void {
    const { place } = next.part
    for (const other of [...elements, 'frame'] as const) if (other !== place) drawn[other] = null
    drawn[place] = next
    if (place !== 'video') leavePicture(media.video)
    if (place !== 'frame') kept.add(place)
    // Now, and not when React finds the time: a phone lets an element play within the gesture alone.
    flushSync(draw)
  }
  /** The medium is there and has its address. */
  function begin(of: Load, medium: Medium): void {
    Object.assign(medium, { volume, muted })
    if (of.again && medium.readyState > 0) {
      // There will be no second `loadedmetadata`.
      medium.currentTime = of.request.startTime ?? 0
      tellReady(of.say, medium)
      // Nor a second `playing` of what goes on playing.
      if (of.wanted && !medium.paused && medium.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) of.say({ type: 'playing' })
    }
    if (of.wanted) start(of, medium)
    else medium.pause()
  }
  function tellReady(say: Say, medium: Medium): void {
    const pip = canPip(medium)
    say({ type: 'ready', duration: seconds(medium.duration), pip })
    if (inPicture(medium)) {
      if (pip) say({ type: 'pip', on: true })
      else leavePicture(medium)
    }
  }
  function start(of: Load, medium: Medium): void {
    medium.play().catch((error: unknown) => {
      // Whatever else can go wrong comes as an `error` event, or is our own pause.
      if (error instanceof DOMException && error.name === 'NotAllowedError') of.say({ type: 'autoplayBlocked' })
    })
  }
  /**
   * A phone lets an element play later that played within a gesture; and a page that never played anything
   * while it was to be seen is given no media by Chromium once it is hidden.
   */
  function playSilence(place: ElementPlace, element: HTMLMediaElement): void {
    const address = silence()
    priming.add(place)
    element.src = address
    element.play().then(() => void allowed.add(place), () => undefined).finally(() => {
      priming.delete(place)
      URL.revokeObjectURL(address)
      if (drawn[place] === null) release(element)
    })
  }
  function letGo(): void {
    drawn.video = drawn.audio = drawn.frame = null
    for (const place of elements) if (!allowed.has(place)) kept.delete(place)
    draw()
  }
  const failed = (of: Load) => () => of.say({ type: 'failed', code: 'unavailable', scope: 'network' })

  return {
    id: 'hosted',
    load(request) {
      linger.stop()
      clearTimeout(picture)
      volume = request.volume
      muted = request.muted
      const part = partOf(request.stream)
      const before = drawn[part.place]
      const medium = media[part.place]
      const same = before?.part.address === part.address
      const again = same && medium !== null && before?.failed === false && !isBroken(medium)
      const tell = events.begin(request)
      const next: Load = {
        request, part, wanted: request.autoplay, begun: false, placed: false, again,
        attempt: (before?.attempt ?? 0) + (same && !again ? 1 : 0), failed: false,
        say(event) {
          if (event.type === 'playing' && !next.begun) {
            next.begun = true
            watch.set(volume, muted)
          }
          tell(event)
        },
      }
      load = next
      host.hidden = false
      const fetching = fetchPart(part)
      if (fetching === null) show(next)
      else fetching.then(() => load === next && show(next), failed(next))
    },
    play() {
      if (load === null) return
      load.wanted = true
      const medium = current()
      if (medium !== null) start(load, medium)
    },
    pause() {
      if (load === null) return
      load.wanted = false
      current()?.pause()
    },
    seek(position) {
      const medium = current()
      if (medium !== null) medium.currentTime = position
    },
    setVolume(nextVolume, nextMuted) {
      volume = nextVolume
      muted = nextMuted
      watch.set(volume, muted)
      const medium = current()
      if (medium !== null) Object.assign(medium, { volume, muted })
      draw()
    },
    pictureInPicture(on) {
      const medium = current()
      if (!on) leavePicture(medium)
      else if (isVideo(medium)) medium.requestPictureInPicture().catch(() => undefined)
    },
    warm() {
      const locked = elements.filter((place) => !allowed.has(place) && !priming.has(place))
      if (locked.length === 0 || navigator.userActivation?.hasBeenActive === false) return
      for (const place of locked) kept.add(place)
      flushSync(draw)
      for (const place of locked) {
        const element = media[place]
        if (!isElement(element)) continue
        if (drawn[place] === null) playSilence(place, element)
        else allowed.add(place)
      }
    },
    unload() {
      events.end()
      if (load === null) return
      const medium = current()
      load = null
      host.hidden = true
      medium?.pause()
      picture = setTimeout(() => leavePicture(medium), betweenPictures)
      linger.start()
    },
    subscribe: events.subscribe,
  }
}

/** A duration as the engine has it: 0 where it is not known, or has no end. */
const seconds = (duration: number): number => (Number.isFinite(duration) ? duration : 0)
