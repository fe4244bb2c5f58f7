import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { quietMs, createNoticeQueue, noticeKinds, type NoticeQueue } from '#ui/notices.ts'

describe('R17 R19 the notice area', () => {
  let queue: NoticeQueue
  beforeEach(() => {
    vi.useFakeTimers()
    queue = createNoticeQueue()
  })
  afterEach(() => void vi.useRealTimers())

  it('R17 nothing asked for: nothing is shown', () => {
    expect(queue.shown()).toBeNull()
  })

  it('R17 all kinds at once: they are shown one after the other, the most urgent first', () => {
    const release = new Map(noticeKinds.toReversed().map((kind) => [kind, queue.claim(kind)]))
    // The first to come does not give way to what is not urgent.
    expect(queue.shown()).toBe('toast')
    const seen = []
    for (let kind = queue.shown(); kind !== null; kind = queue.shown()) {
      seen.push(kind)
      release.get(kind)!()
    }
    expect(seen).toEqual(['toast', 'offline', 'update', 'confirm', 'call', 'tags'])
  })

  it('R20 the tags prompt is shown and the e-mail notice comes: the prompt stays until it is answered', () => {
    const answer = queue.claim('tags')
    queue.claim('confirm')
    expect(queue.shown()).toBe('tags')
    answer()
    expect(queue.shown()).toBe('confirm')
  })

  it.each(['toast', 'offline', 'update'] as const)(
    'R17 %s comes while the call to visitors is shown: it takes its place, and gives it back',
    (kind) => {
      queue.claim('call')
      const release = queue.claim(kind)
      expect(queue.shown()).toBe(kind)
      release()
      expect(queue.shown()).toBe('call')
    },
  )

  it('R19 the call comes while a dialog is open: it waits, and is shown a moment after the dialog has closed', () => {
    const close = queue.hold()
    queue.claim('call')
    expect(queue.shown()).toBeNull()
    close()
    vi.advanceTimersByTime(quietMs - 1)
    expect(queue.shown()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(queue.shown()).toBe('call')
  })

  it('R19 one dialog leads on to another: the call waits for the end of the last', () => {
    const [first, second] = [queue.hold(), queue.hold()]
    queue.claim('call')
    first()
    vi.advanceTimersByTime(quietMs)
    expect(queue.shown()).toBeNull()
    second()
    const third = queue.hold()
    vi.advanceTimersByTime(quietMs)
    expect(queue.shown()).toBeNull()
    third()
    vi.advanceTimersByTime(quietMs)
    expect(queue.shown()).toBe('call')
  })

  it('R19 a dialog opens over the call: the call stays under it', () => {
    queue.claim('call')
    queue.hold()
    expect(queue.shown()).toBe('call')
    expect(queue.held()).toBe(true)
  })

  it.each(['toast', 'offline'] as const)('R17 BY15 %s in an open dialog is shown at once', (kind) => {
    queue.hold()
    const release = queue.claim(kind)
    expect(queue.shown()).toBe(kind)
    release()
    expect(queue.shown()).toBeNull()
  })

  it('R19 the page of the call is left while it waits: it is not shown later', () => {
    const close = queue.hold()
    queue.claim('call')()
    close()
    vi.advanceTimersByTime(quietMs)
    expect(queue.shown()).toBeNull()
  })

  it('R17 two toasts at a time: the place is free when both are gone', () => {
    const [one, other] = [queue.claim('toast'), queue.claim('toast')]
    one()
    one()
    expect(queue.shown()).toBe('toast')
    other()
    expect(queue.shown()).toBeNull()
  })

  it('R17 every change is announced to who listens, until they stop', () => {
    const listener = vi.fn()
    const stop = queue.subscribe(listener)
    queue.claim('update')
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    queue.claim('toast')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
