import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { quietMs, createNoticeQueue, noticeKinds, type NoticeQueue } from '#ui/notices.ts'

describe('R17 R19 the notice area', () => {
  let queue: NoticeQueue
  beforeEach(() => {
    vi.useFakeTimers()
    queue = createNoticeQueue()
  })
  afterEach(() => void vi.useRealTimers())

  it('R17 no claim → no notice is shown', () => {
    expect(queue.shown()).toBeNull()
  })

  it('R17 claims of all kinds at once are shown one after the other, the most urgent first', () => {
    const release = new Map(noticeKinds.toReversed().map((kind) => [kind, queue.claim(kind)]))
    // Only a toast, the offline notice and the update notice replace a visible notice.
    expect(queue.shown()).toBe('toast')
    const seen = []
    for (let kind = queue.shown(); kind !== null; kind = queue.shown()) {
      seen.push(kind)
      release.get(kind)!()
    }
    expect(seen).toEqual(['toast', 'offline', 'update', 'suspended', 'confirm', 'call', 'tags'])
  })

  it('R20 the e-mail notice is claimed while the tags prompt is shown → the prompt stays until it is answered', () => {
    const answer = queue.claim('tags')
    queue.claim('confirm')
    expect(queue.shown()).toBe('tags')
    answer()
    expect(queue.shown()).toBe('confirm')
  })

  it.each(['toast', 'offline', 'update'] as const)(
    'R17 %s is claimed while the call to visitors is shown → it replaces the call until it is released',
    (kind) => {
      queue.claim('call')
      const release = queue.claim(kind)
      expect(queue.shown()).toBe(kind)
      release()
      expect(queue.shown()).toBe('call')
    },
  )

  it('R19 the call is claimed while a dialog is open → it is shown 2 s after the dialog closes', () => {
    const close = queue.hold()
    queue.claim('call')
    expect(queue.shown()).toBeNull()
    close()
    vi.advanceTimersByTime(quietMs - 1)
    expect(queue.shown()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(queue.shown()).toBe('call')
  })

  it('R19 a second and a third dialog open before the call is shown → it waits until the last one is closed', () => {
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

  it.each(['toast', 'offline'] as const)('R17 BY15 %s is shown at once while a dialog is open', (kind) => {
    queue.hold()
    const release = queue.claim(kind)
    expect(queue.shown()).toBe(kind)
    release()
    expect(queue.shown()).toBeNull()
  })

  it('R19 a waiting call is released, as when the user leaves its page → it is not shown later', () => {
    const close = queue.hold()
    queue.claim('call')()
    close()
    vi.advanceTimersByTime(quietMs)
    expect(queue.shown()).toBeNull()
  })

  it('R17 two toasts are claimed → the slot is free after both are released', () => {
    const [one, other] = [queue.claim('toast'), queue.claim('toast')]
    one()
    one()
    expect(queue.shown()).toBe('toast')
    other()
    expect(queue.shown()).toBeNull()
  })

  it('R17 a subscriber is called for each change until it unsubscribes', () => {
    const listener = vi.fn()
    const stop = queue.subscribe(listener)
    queue.claim('update')
    expect(listener).toHaveBeenCalledTimes(1)
    stop()
    queue.claim('toast')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
