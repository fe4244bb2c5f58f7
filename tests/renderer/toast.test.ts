import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onToastWithoutRegion, receiveToasts, showToast, toastTimes, type Toast } from '#ui/toast.ts'
import { dropUpdate, receiveUpdates, showUpdate, type Update } from '#ui/update.ts'

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('R17 A9 a toast appears after 1 second, with now: true at once', () => {
    const shown: string[] = []
    const stop = receiveToasts(({ text }: Toast) => void shown.push(text))
    showToast({ text: 'news' })
    showToast({ text: 'answer', now: true })
    vi.advanceTimersByTime(999)
    expect(shown).toEqual(['answer'])
    vi.advanceTimersByTime(1)
    expect(shown).toEqual(['answer', 'news'])
    stop()
  })
  it('R17 each toast asks for the region until one receives it, and none is lost', () => {
    const ask = vi.fn()
    const shown: string[] = []
    const stopAsking = onToastWithoutRegion(ask)
    showToast({ text: 'one', now: true })
    showToast({ text: 'two', now: true })
    expect(ask).toHaveBeenCalledTimes(2)
    const stop = receiveToasts(({ text }: Toast) => void shown.push(text))
    expect(shown).toEqual(['one', 'two'])
    showToast({ text: 'three', now: true })
    showToast({ text: 'four' })
    vi.advanceTimersByTime(1000)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(shown).toEqual(['one', 'two', 'three', 'four'])
    stop()
    stopAsking()
  })
  it('R17 A9 a toast stays 3, 4 or 6 seconds', () => {
    expect(toastTimes).toEqual({ short: 3000, default: 4000, long: 6000 })
  })
})

describe('updates', () => {
  it('R17 updates are shown one after the other; one that is already shown is ignored, but can be shown again later', () => {
    const shown: (string | null)[] = []
    showUpdate({ text: 'one' })
    const stop = receiveUpdates((update: Update | null) => void shown.push(update?.text ?? null))
    showUpdate({ text: 'one' })
    showUpdate({ text: 'two' })
    dropUpdate()
    dropUpdate()
    showUpdate({ text: 'one' })
    expect(shown).toEqual(['one', 'one', 'two', null, 'one'])
    stop()
  })
})
