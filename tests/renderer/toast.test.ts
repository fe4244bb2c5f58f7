import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { receiveToasts, showToast, toastTimes, type Toast } from '#ui/toast.ts'
import { dropUpdate, receiveUpdates, showUpdate, type Update } from '#ui/update.ts'

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('R17 A9 begin after 1 second, unless they answer what was just done', () => {
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
  it('R17 A9 stay 3, 4 or 6 seconds', () => {
    expect(toastTimes).toEqual({ short: 3000, default: 4000, long: 6000 })
  })
})

describe('news', () => {
  it('R17 come one after the other, none twice at a time', () => {
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
