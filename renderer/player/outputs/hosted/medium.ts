/** Interfaces shared by our entries of react-player. */
import type { Failure } from '../failures.ts'

/** The used part of a media element: a real one, or a provider's frame. */
export interface Medium {
  readonly paused: boolean
  readonly ended: boolean
  /** Seconds; NaN while unknown. */
  readonly duration: number
  readonly readyState: number
  currentTime: number
  volume: number
  muted: boolean
  /** Rejects with a `NotAllowedError` where the browser requires a gesture first. */
  play(): Promise<void>
  pause(): void
}

/** Reports a failure that media elements do not report. */
export type Fail = (failure: Failure) => void

/** Reports an end that media elements do not report. */
export type End = () => void

export interface Attachment {
  detach(): void
  /** Whether it recovers from this error of the element. */
  recover?(error: MediaError): boolean
}

/** Feeds an element from an address, also one that the browser cannot play itself. */
export type Attach = (element: HTMLMediaElement, address: string, fail: Fail, end: End) => Attachment
