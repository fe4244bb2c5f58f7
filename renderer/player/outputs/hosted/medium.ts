/** What react-player's entries of ours have in common. */
import type { Failure } from '../failures.ts'

/** As much of a media element as is driven here: a real one, or one that a provider's frame stands in for. */
export interface Medium {
  readonly paused: boolean
  readonly ended: boolean
  /** Seconds; NaN where it is not known. */
  readonly duration: number
  readonly readyState: number
  currentTime: number
  volume: number
  muted: boolean
  /** Rejects with a `NotAllowedError` where the browser wants a gesture first. */
  play(): Promise<void>
  pause(): void
}

/** Tells of a failure that no media element tells of. */
export type Fail = (failure: Failure) => void

/** Tells of an end that no media element tells of. */
export type End = () => void

export interface Attachment {
  detach(): void
  /** Given an error of the element; whether it goes on in spite of it. */
  recover?(error: MediaError): boolean
}

/** Feeds an element from an address that the browser cannot play by itself. */
export type Attach = (element: HTMLMediaElement, address: string, fail: Fail, end: End) => Attachment
