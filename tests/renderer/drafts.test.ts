import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDraft, writeDraft } from '#data/drafts.ts'
import { clearDrafts, clearDraftsOfOthers } from '#data/draftsOwner.ts'

const held = new Map<string, string>()
/** The storage quota in characters. */
let room = Infinity

beforeEach(() => {
  held.clear()
  room = Infinity
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, value)
    },
    removeItem: (key: string) => held.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('G2 D9 drafts of unsent input', () => {
  it('a draft is read back under its name until it is deleted', () => {
    writeDraft('ann', 'comment:p1', 'Half a thought')
    writeDraft('ann', 'post:new', { title: 'T' })
    expect(readDraft('ann', 'comment:p1')).toBe('Half a thought')
    writeDraft('ann', 'comment:p1', null)
    expect(readDraft('ann', 'comment:p1')).toBeNull()
    expect(readDraft('ann', 'post:new')).toEqual({ title: 'T' })
  })

  it('a draft cannot be read by another member and is deleted when another member signs in', () => {
    writeDraft('ann', 'comment:p1', 'Half a thought')
    expect(readDraft('bob', 'comment:p1')).toBeNull()
    clearDraftsOfOthers('ann')
    expect(readDraft('ann', 'comment:p1')).toBe('Half a thought')
    clearDraftsOfOthers('bob')
    expect(held.size).toBe(0)
  })

  it('a draft is deleted at a log-out, and after 30 days', () => {
    writeDraft('ann', 'comment:p1', 'Half a thought')
    clearDrafts()
    expect(readDraft('ann', 'comment:p1')).toBeNull()
    writeDraft('ann', 'comment:p1', 'Half a thought')
    vi.advanceTimersByTime(30 * 86_400_000 - 1)
    expect(readDraft('ann', 'comment:p1')).toBe('Half a thought')
    vi.advanceTimersByTime(1)
    expect(readDraft('ann', 'comment:p1')).toBeNull()
  })

  it('only the 20 latest drafts are stored; with a small quota, only as many of the latest as fit', () => {
    for (let n = 1; n <= 21; n++) writeDraft('ann', `comment:p${n}`, 'words')
    expect(readDraft('ann', 'comment:p1')).toBeNull()
    expect(readDraft('ann', 'comment:p2')).toBe('words')
    room = 400
    writeDraft('ann', 'comment:p30', 'x'.repeat(100))
    expect(readDraft('ann', 'comment:p30')).toBe('x'.repeat(100))
    expect(readDraft('ann', 'comment:p21')).toBe('words')
    expect(readDraft('ann', 'comment:p3')).toBeNull()
  })

  it('a corrupt storage entry → no drafts, and new ones can be written', () => {
    held.set('strand-drafts', '{"uid":"ann","drafts":[1,{"name":2}]}')
    expect(readDraft('ann', 'comment:p1')).toBeNull()
    writeDraft('ann', 'comment:p1', 'words')
    expect(readDraft('ann', 'comment:p1')).toBe('words')
  })
})
