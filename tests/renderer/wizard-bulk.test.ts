import { describe, expect, it } from 'vitest'
import { t } from '#texts/index.ts'
import { unpostedLines, postLink, tallyOf, pauseText, type BulkCalls, type Row } from '../../renderer/screens/addPost/bulk.ts'
import { hasUnsavedInput } from '../../renderer/screens/addPost/formDraft.ts'
import { initialForm } from './wizard-data.ts'

describe('D2 bulk paste', () => {
  const failure = (code: string, fields?: Record<string, string>) => Object.assign(new Error(code), { code, status: 400, fields })
  const isFailure = (error: unknown): error is never => error instanceof Error && 'code' in error
  const calls = (changes: Partial<BulkCalls> = {}): BulkCalls => ({
    checkAddress: async () => {},
    post: async (link) => ({ href: `b1/${link}`, title: link }),
    isFailure,
    ...changes,
  })
  const never = new AbortController().signal
  const refuse = (error: Error) => async () => {
    throw error
  }

  it('D2 each link has its own outcome: posted, duplicate, missing or failed', async () => {
    const run = (changes: Partial<BulkCalls>) => postLink('x', false, calls(changes), async () => {}, never)
    expect(await run({})).toEqual({ state: 'posted', href: 'b1/x', title: 'x' })
    expect(await run({ post: refuse(failure('conflict', { href: 'b1/there' })) })).toEqual({ state: 'duplicate', href: 'b1/there' })
    expect(await run({ checkAddress: refuse(failure('not_found')) })).toEqual({ state: 'missing' })
    expect(await run({ post: refuse(failure('network')) })).toEqual({ state: 'failed', message: 'network' })
  })
  it('D2 too_many_requests → retries after 2, 10 and 30 s, then posts', async () => {
    const waits: number[] = []
    let left = 3
    const post: BulkCalls['post'] = async () => {
      left -= 1
      if (left >= 0) throw failure('too_many_requests')
      return { href: 'b1/x', title: 'x' }
    }
    const outcome = await postLink('x', false, calls({ post }), async (ms) => void waits.push(ms), never)
    expect(outcome.state).toBe('posted')
    expect(waits).toEqual([2000, 10_000, 30_000])
  })
  it('D2 too_many_requests with retryAfter → waits that long and shows the time', async () => {
    const waits: number[] = []
    const tries = [{ retryAfter: 1800 }, {}, null]
    const post: BulkCalls['post'] = async () => {
      const refusal = tries.shift()
      if (refusal) throw Object.assign(failure('too_many_requests'), refusal)
      return { href: 'b1/x', title: 'x' }
    }
    expect((await postLink('x', false, calls({ post }), async (ms) => void waits.push(ms), never)).state).toBe('posted')
    expect(waits).toEqual([1_800_000, 10_000])
    expect(t.bulk.pausing(pauseText(1_800_000))).toBe('Too many requests. Continuing in 30:00.')
  })
  it('D2 working, failed and waiting links remain in the draft; an empty field is not saved', () => {
    const rows = (['posted', 'working', 'duplicate', 'missing', 'failed', 'waiting'] as const).map((state) => ({
      link: state,
      outcome: { state },
    })) as Row[]
    expect(unpostedLines(rows)).toEqual(['working', 'failed', 'waiting'])
    const opened = { ...initialForm, query: 'https://a.example/1' }
    expect(hasUnsavedInput({ ...opened, query: ' ' }, opened)).toBe(false)
    expect(hasUnsavedInput({ ...opened, query: 'https://a.example/2' }, opened)).toBe(true)
  })
  it('D2 stopped during the look-up → the link is not posted and stays waiting', async () => {
    const stop = new AbortController()
    const posted: string[] = []
    const outcome = await postLink(
      'x',
      false,
      calls({ checkAddress: async () => stop.abort(), post: async (link) => (posted.push(link), { href: link, title: link }) }),
      async () => {},
      stop.signal,
    )
    expect([outcome, posted]).toEqual([{ state: 'waiting' }, []])
  })
  it('D2 stopped during the pause before a retry → the link stays waiting', async () => {
    const stop = new AbortController()
    const outcome = await postLink('x', false, calls({ post: refuse(failure('too_many_requests')) }), async () => stop.abort(), stop.signal)
    expect(outcome).toEqual({ state: 'waiting' })
  })
  it('D2 the report counts the outcomes', () => {
    const rows = (['posted', 'posted', 'duplicate', 'missing', 'failed', 'waiting', 'words', 'words'] as const).map((state, n) => ({
      link: String(n),
      outcome: { state },
    })) as Row[]
    expect(tallyOf(rows)).toEqual({ posted: 2, duplicate: 1, missing: 1, failed: 1, words: 2, done: 5, links: 6 })
    expect(t.bulk.report(tallyOf(rows))).toBe('2 posted, 1 already there, 1 not found, 1 failed, 2 not links')
  })
})
