/** Renders one place of the hosted output by react-player, and converts the events of its medium into output events. */
import { useLayoutEffect, useRef, type Ref } from 'react'
import { createReactPlayer } from 'react-player/ReactPlayer'
import type { LoadRequest } from '../../ports.ts'
import type { EmitEvent } from '../events.ts'
import { failureOfElement } from '../failures.ts'
import { attachFile, type ElementConfig } from './element.tsx'
import { attachmentOf, audioEntry, frameEntries, videoEntry, type Part, type Place } from './entries.ts'
import type { Fail, Medium } from './medium.ts'

/** One `load` of the hosted output. */
export interface Load {
  request: LoadRequest
  emit: EmitEvent
  part: Part
  shouldPlay: boolean
  hasStarted: boolean
  /** The same medium is still loaded, so it does not have to be fetched again. */
  again: boolean
  /** A new number loads the same address again. */
  attempt: number
  /** The seek to the start time was sent. */
  isPlaced: boolean
  hasFailed: boolean
}

/** What a view needs of its output. */
export interface ViewHost {
  readonly volume: number
  readonly muted: boolean
  isCurrent(load: Load): boolean
  mediumIn(place: Place): Medium | null
  /** The medium of a place, once it has its address; null once it is removed. */
  setMedium(place: Place, load: Load | null, medium: Medium | null): void
  /** Picture-in-picture was entered or left. */
  reportPip(medium: Medium, on: boolean): void
  reportVolume(load: Load, medium: Medium): void
}

const players = {
  video: createReactPlayer([], videoEntry),
  audio: createReactPlayer([], audioEntry),
  frame: createReactPlayer(frameEntries, null as never),
}
const entriesOf = { video: [videoEntry], audio: [audioEntry], frame: frameEntries }

export const isElement = (medium: Medium | null): medium is HTMLMediaElement => medium instanceof HTMLMediaElement
export const isVideo = (medium: Medium | null): medium is HTMLVideoElement => medium instanceof HTMLVideoElement
/** Whether a medium has failed, although the cause may not be known yet. */
export const isBroken = (medium: Medium): boolean => isElement(medium) && medium.error !== null
export const isInPicture = (medium: Medium | null): boolean => isVideo(medium) && document.pictureInPictureElement === medium
const canPip = (medium: Medium): boolean =>
  isVideo(medium) && document.pictureInPictureEnabled === true && !medium.disablePictureInPicture && medium.videoWidth > 0
export function leavePicture(medium: Medium | null): void {
  if (isInPicture(medium)) document.exitPictureInPicture().catch(() => undefined)
}

/** The engine's format of a duration: 0 if it is unknown or infinite. */
const finiteSeconds = (duration: number): number => (Number.isFinite(duration) ? duration : 0)

/** Reports a loaded medium. Picture-in-picture continues if the new medium supports it. */
export function reportReady(emit: EmitEvent, medium: Medium): void {
  const pip = canPip(medium)
  emit({ type: 'ready', duration: finiteSeconds(medium.duration), pip })
  if (!isInPicture(medium)) return
  if (pip) emit({ type: 'pip', on: true })
  else leavePicture(medium)
}

/** Reports a failure once: a broken medium may report it in several ways. */
const failureReporter =
  (load: Load | null): Fail =>
  (failure) => {
    if (load === null || load.hasFailed) return
    load.hasFailed = true
    load.emit({ type: 'failed', ...failure })
  }

/** Reactions to media events. A late event may find the medium in another state, so each checks the state itself. */
const createReactions = (load: Load | null, host: ViewHost, fail: Fail) => ({
  loaded(medium: Medium) {
    if (load === null) return
    const { startTime = 0 } = load.request
    // Only once: a recovery in the middle of the medium fires the event again.
    if (startTime > 0 && !load.isPlaced) medium.currentTime = startTime
    load.isPlaced = true
    reportReady(load.emit, medium)
  },
  playing({ paused }: Medium) {
    if (!paused) load?.emit({ type: 'playing' })
  },
  // Not for an element that ended or failed, which fires `pause` too. A late event may belong to the previous load, or
  // the element may be playing again.
  paused(medium: Medium) {
    if (load === null || !medium.paused || medium.ended || isBroken(medium)) return
    if (load.hasStarted || !load.shouldPlay) load.emit({ type: 'paused' })
  },
  waiting() {
    load?.emit({ type: 'buffering' })
  },
  time({ currentTime, duration }: Medium) {
    load?.emit({ type: 'time', position: currentTime, duration: finiteSeconds(duration) })
  },
  volume(medium: Medium) {
    if (load !== null && host.isCurrent(load) && load.hasStarted) host.reportVolume(load, medium)
  },
  ended({ ended }: Medium) {
    if (ended) load?.emit({ type: 'ended' })
  },
  broken(medium: Medium) {
    if (load === null || !isElement(medium) || medium.error === null) return
    void failureOfElement(medium.error, load.part.address, !(isVideo(medium) && medium.videoWidth > 0)).then(fail)
  },
})

/** The element or frame of one place. */
export function MediumView({ load, place, host }: { load: Load | null; place: Place; host: ViewHost }) {
  const ref = useRef<Medium>(null)
  useLayoutEffect(() => {
    host.setMedium(place, load, ref.current)
    return () => host.setMedium(place, null, null)
  }, [load, place, host])
  useLayoutEffect(() => {
    const video = ref.current
    if (!isVideo(video)) return
    const report = ({ type }: Event) => host.reportPip(video, type === 'enterpictureinpicture')
    video.addEventListener('enterpictureinpicture', report)
    video.addEventListener('leavepictureinpicture', report)
    return () => {
      video.removeEventListener('enterpictureinpicture', report)
      video.removeEventListener('leavepictureinpicture', report)
    }
  }, [host])
  const fail = failureReporter(load)
  const reactions = createReactions(load, host, fail)
  const withMedium = (react: (medium: Medium) => void) => () => {
    const medium = host.mediumIn(place)
    if (medium !== null) react(medium)
  }
  const config: ElementConfig = {
    attach: load === null ? attachFile : attachmentOf(load.part),
    attempt: load?.attempt ?? 0,
    fail,
    end: () => load?.emit({ type: 'ended' }),
  }
  const Player = players[place]
  return (
    <Player
      ref={ref as Ref<never>}
      // Without an address the element stays mounted, but empty.
      {...(load !== null && { src: load.part.address })}
      config={Object.fromEntries(entriesOf[place].map(({ key }) => [key, config]))}
      style={load === null ? { display: 'none' } : {}}
      volume={host.volume}
      muted={host.muted}
      playsInline
      preload="auto"
      width="100%"
      height="100%"
      onLoadedMetadata={withMedium(reactions.loaded)}
      onPlaying={withMedium(reactions.playing)}
      onPause={withMedium(reactions.paused)}
      onWaiting={withMedium(reactions.waiting)}
      onTimeUpdate={withMedium(reactions.time)}
      onVolumeChange={withMedium(reactions.volume)}
      onEnded={withMedium(reactions.ended)}
      onError={withMedium(reactions.broken)}
    />
  )
}
