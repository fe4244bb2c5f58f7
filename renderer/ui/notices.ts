/** Schedules notices: one at a time, the most urgent first. Waiting notices are not lost. */
import { useEffect, useSyncExternalStore } from 'react'

/** The most urgent first. */
export const noticeKinds = ['toast', 'offline', 'update', 'suspended', 'confirm', 'call', 'tags'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** These replace the current notice; the others wait. */
const urgent: ReadonlySet<NoticeKind> = new Set(['toast', 'offline', 'update'])

/** These may also appear while a modal is open. */
const over: ReadonlySet<NoticeKind> = new Set(['toast', 'offline'])

/** Milliseconds between the closing of a dialog and the next notice. */
export const quietMs = 2000

export interface NoticeQueue {
  shown(): NoticeKind | null
  /** Whether a modal is open: then only toasts and the offline notice appear. A visible notice stays below it. */
  held(): boolean
  subscribe(listener: () => void): () => void
  /** Requests a slot; the returned function releases it. */
  claim(kind: NoticeKind): () => void
  /** A modal opens; call the returned function when it closes. */
  hold(): () => void
}

export function createNoticeQueue(): NoticeQueue {
  const claims = new Set<{ kind: NoticeKind }>()
  const holds = new Set<object>()
  const listeners = new Set<() => void>()
  let shown: NoticeKind | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isQuiet = false

  function settle(): void {
    const requested = new Set([...claims].map(({ kind }) => kind))
    const canShow = (kind: NoticeKind) => over.has(kind) || (holds.size === 0 && !isQuiet)
    const next = noticeKinds.find((kind) => requested.has(kind) && canShow(kind)) ?? null
    const stays = shown !== null && requested.has(shown)
    const outranked = stays && next !== null && urgent.has(next) && noticeKinds.indexOf(next) < noticeKinds.indexOf(shown!)
    if (!stays || outranked) shown = next
    for (const listener of [...listeners]) listener()
  }

  return {
    shown: () => shown,
    held: () => holds.size > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    claim(kind) {
      const claim = { kind }
      claims.add(claim)
      settle()
      return () => {
        if (claims.delete(claim)) settle()
      }
    },
    hold() {
      const hold = {}
      holds.add(hold)
      settle()
      return () => {
        if (!holds.delete(hold)) return
        if (holds.size === 0) {
          isQuiet = true
          clearTimeout(timer)
          timer = setTimeout(() => {
            isQuiet = false
            settle()
          }, quietMs)
        }
        settle()
      }
    },
  }
}

const queue = createNoticeQueue()

/** Whether a requested notice may be shown now. */
export function useNoticeTurn(kind: NoticeKind, isRequested: boolean): boolean {
  useEffect(() => (isRequested ? queue.claim(kind) : undefined), [kind, isRequested])
  return useSyncExternalStore(
    queue.subscribe,
    () => isRequested && queue.shown() === kind,
    () => false,
  )
}

/** Holds notices back while a modal is open. */
export function useNoticeHold(open: boolean): void {
  useEffect(() => (open ? queue.hold() : undefined), [open])
}

export const useNoticesHeld = (): boolean => useSyncExternalStore(queue.subscribe, queue.held, queue.held)

interface Place {
  /** The live region. */
  polite: HTMLElement
  quiet: HTMLElement
}
let place: Place | null = null
const placed = new Set<() => void>()

/** Registers the shell's notice area. */
export function setNoticePlace(next: Place | null): void {
  place = next
  for (const listener of [...placed]) listener()
}
export const useNoticePlace = (): Place | null =>
  useSyncExternalStore(
    (listener) => {
      placed.add(listener)
      return () => placed.delete(listener)
    },
    () => place,
    () => null,
  )
