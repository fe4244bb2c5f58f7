import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allHref, parseQuery, type SearchQuery } from '#widgets/searchBox/parseInput.ts'
import { createSession, debounceMs } from '#widgets/searchBox/session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A session whose requests are answered by the test. */
function watched() {
  const requests: { searchQuery: SearchQuery; signal: AbortSignal; answer(value: string): void; fail(): void }[] = []
  const session = createSession<string>(
    (searchQuery, signal) =>
      new Promise((resolve, reject) => void requests.push({ searchQuery, signal, answer: resolve, fail: () => reject(new Error('away')) })),
  )
  const type = (text: string) => {
    for (let end = 1; end <= text.length; end += 1) session.change(text.slice(0, end))
  }
  return { session, requests, type, texts: () => requests.map(({ searchQuery }) => searchQuery.text) }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('X2 debounced queries', () => {
  it('X2 the first letter is sent at once, a small change after a 450 ms debounce, the third keystroke at once', () => {
    const { session, texts } = watched()
    session.start('')
    session.change('j')
    expect(texts()).toEqual(['j'])
    session.change('ja')
    vi.advanceTimersByTime(debounceMs - 1)
    session.change('jaz')
    vi.advanceTimersByTime(debounceMs - 1)
    expect(texts()).toEqual(['j'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual(['j', 'jaz'])
    session.change('jazz')
    session.change('jazy')
    expect(texts()).toEqual(['j', 'jaz'])
    session.change('jazyk')
    expect(texts()).toEqual(['j', 'jaz', 'jazyk'])
  })

  it('X2 a text that is more than two characters longer or shorter is sent at once', () => {
    const { session, texts } = watched()
    session.start('')
    session.change('a')
    session.change('abcd')
    expect(texts()).toEqual(['a', 'abcd'])
    session.change('a')
    expect(texts()).toEqual(['a', 'abcd', 'a'])
    session.change('abc')
    expect(texts()).toHaveLength(3)
  })

  it('X2 pasted text is sent at once as a finished query; text typed after it is unfinished', () => {
    const { session, requests } = watched()
    session.start('')
    session.change('ja')
    session.change('jazz', true)
    session.change('jazz club night')
    expect(
      requests.map(({ searchQuery }) => [searchQuery.text, 'isLastWordIncomplete' in searchQuery && searchQuery.isLastWordIncomplete]),
    ).toEqual([
      ['ja', true],
      ['jazz', false],
      ['jazz club night', true],
    ])
  })

  it('X2 changed spaces and capitals send no new query', () => {
    const { session, texts } = watched()
    session.start('')
    session.change('  JAZZ ')
    session.change('jazz')
    session.change('Jazz  ')
    vi.runAllTimers()
    expect(texts()).toEqual(['jazz'])
  })

  it('X2 an emptied box sends no query and shows nothing; the next letter is sent at once', async () => {
    const { session, requests, texts } = watched()
    session.start('')
    session.change('ja')
    requests[0]!.answer('two')
    await settled()
    session.change('jaz')
    session.change(' ')
    vi.runAllTimers()
    expect(session.read()).toMatchObject({ live: true, searchQuery: null, answer: null, previous: null })
    session.change('r')
    expect(texts()).toEqual(['ja', 'r'])
  })

  it('X2 flush() sends the debounced query once', () => {
    const { session, texts } = watched()
    session.start('')
    session.change('a')
    session.change('ab')
    session.flush()
    session.flush()
    vi.runAllTimers()
    expect(texts()).toEqual(['a', 'ab'])
  })
})

describe('X2 stale and failed answers', () => {
  it('X2 a changed text aborts the pending query at once and drops its late answer', async () => {
    const { session, requests } = watched()
    session.start('')
    session.change('ja')
    session.change('jaz')
    expect(requests[0]!.signal.aborted).toBe(true)
    requests[0]!.answer('of ja')
    await settled()
    expect(session.read()).toMatchObject({ searchQuery: { text: 'jaz' }, answer: null, previous: null, state: 'waiting' })
    vi.advanceTimersByTime(debounceMs)
    requests[1]!.answer('of jaz')
    await settled()
    expect(session.read()).toMatchObject({ answer: 'of jaz', state: 'answered' })
  })

  it('X2 answers in reverse order → only the answer to the last query is shown', async () => {
    const { session, requests } = watched()
    session.start('')
    for (const text of ['a', 'abcd', 'abcdefg', 'abcdefghij']) session.change(text)
    for (const one of [...requests].reverse()) {
      one.answer(`of ${one.searchQuery.text}`)
      await settled()
      expect(session.read().answer).toBe('of abcdefghij')
    }
  })

  it('X2 the previous answer is available while the next query is pending, and removed once it is answered', async () => {
    const { session, requests } = watched()
    session.start('')
    session.change('ja')
    requests[0]!.answer('of ja')
    await settled()
    session.change('jaz')
    session.change('jazz')
    expect(session.read()).toMatchObject({ answer: null, previous: 'of ja', state: 'waiting' })
    vi.advanceTimersByTime(debounceMs)
    requests[1]!.answer('of jazz')
    await settled()
    expect(session.read()).toMatchObject({ answer: 'of jazz', previous: null })
  })

  it('X2 a failed query removes the previous answer too', async () => {
    const { session, requests } = watched()
    session.start('')
    session.change('ja')
    requests[0]!.answer('of ja')
    await settled()
    session.change('jazz night')
    requests[1]!.fail()
    await settled()
    expect(session.read()).toMatchObject({ answer: null, previous: null, state: 'failed' })
  })

  it('X2 an ended session sends no query and drops late answers; a restarted one sends its text at once', async () => {
    const { session, requests, texts } = watched()
    session.start('')
    session.change('a')
    session.change('ab')
    session.end()
    vi.runAllTimers()
    requests[0]!.answer('late')
    await settled()
    expect(session.read()).toEqual({ live: false, searchQuery: null, answer: null, previous: null, state: 'quiet' })
    expect(texts()).toEqual(['a'])
    session.start('ab')
    expect(texts()).toEqual(['a', 'ab'])
  })
})

describe('X1 queries from typed text', () => {
  it.each([
    ['#Jazz', 'tags', '/search?q=%23Jazz&category=music'],
    ['@Ann', 'members', '/search/members?q=%40Ann'],
    ['*night', 'beads', '/search/beads?q=*night&category=music'],
    ['bead night', 'beads', '/search/beads?q=bead%20night&category=music'],
    ['beads', null, '/search?q=beads&category=music'],
    ['  Blue   Note ', null, '/search?q=Blue%20Note&category=music'],
  ])('X1 %s → searches %s; all results are at %s', (typed, only, href) => {
    expect(parseQuery(typed)).toMatchObject({ kind: 'words', only })
    expect(allHref(typed, 'music')).toBe(href)
  })

  it('X1 a text whose limit is within an emoji → ends before the emoji', () => {
    const typed = `${'a'.repeat(199)}😀`
    expect(allHref(typed, null)).toBe(`/search?q=${'a'.repeat(199)}`)
    expect(parseQuery(typed)).toMatchObject({ text: 'a'.repeat(199) })
  })

  it('X1 blank text or a prefix alone (#, @, *) → no query', () => {
    for (const typed of ['', '   ', '#', '@ ', '*', '\u200b']) expect(parseQuery(typed)).toBeNull()
  })

  it('X2 a text that starts with http: or https: is a link, kept as written and sent only when complete', () => {
    expect(parseQuery(' https://Youtu.be/AbC ')).toEqual({ kind: 'link', text: 'https://Youtu.be/AbC', isComplete: true })
    expect(parseQuery('http://127.0.0.1:4000/clips/a.mp4')).toMatchObject({ kind: 'link', isComplete: true })
    expect(parseQuery('http://localhost:3000')).toMatchObject({ kind: 'link', isComplete: true })
    for (const typed of ['http:', 'https://', 'https://you', 'https://a b.org'])
      expect(parseQuery(typed)).toMatchObject({ kind: 'link', isComplete: false })
    expect(parseQuery('httpd')).toMatchObject({ kind: 'words' })
    const { session, texts } = watched()
    session.start('')
    session.change('https://you')
    expect(texts()).toEqual([])
    session.change('https://youtu.be/x')
    expect(texts()).toEqual(['https://youtu.be/x'])
  })
})
