/** Interfaces shared by our entries of react-player. */
import type { Failure } from '../failures.ts'

/** The part of a media element's interface that is used. Implemented by real elements and by providers' frames. */
export interface Medium {
  readonly paused: boolean
  readonly ended: boolean
  /** Seconds; NaN while unknown. */
  readonly duration: number
  readonly readyState: number
  currentTime: number
  volume: number
  muted: boolean
  /** Rejects with a `NotAllowedError` if the browser requires a user gesture first. */
  play(): Promise<void>
  pause(): void
}

/** Reports a failure that media elements do not report. */
export type Fail = (failure: Failure) => void

/** Reports an end that media elements do not report. */
export type End = () => void

/** A source that is attached to an element. */
export interface Attachment {
  detach(): void
  /** Tries to recover from this error of the element. Returns whether it does; otherwise the error is reported. */
  recover?(error: MediaError): boolean
}

/** Loads an address into an element; a script may convert a format that the browser cannot play itself. */
export type Attach = (element: HTMLMediaElement, address: string, fail: Fail, end: End) => Attachment
