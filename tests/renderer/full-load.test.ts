import { describe, expect, it } from 'vitest'
import { createFullLoad } from '../../renderer/app/fullLoad.ts'

function tab({ build = 'one' as string | null } = {}) {
  const seen = { loads: [] as string[], stale: 0, busy: false, at: 100_000_000, last: { at: 0, count: 0 } }
  const page = createFullLoad({
    build,
    isBusy: () => seen.busy,
    now: () => seen.at,
    last: { read: () => seen.last, write: (at) => (seen.last = at) },
    origin: 'https://strand.example',
    here: () => '/here?q=1',
    load: (to) => seen.loads.push(to),
    onStale: () => (seen.stale += 1),
  })
  return { ...page, seen }
}
const answer = (headers: Record<string, string>, status = 200) =>
  new Response('', { status, headers: { 'content-type': 'application/json', ...headers } })

describe('full loads', () => {
  it('R14 answers of another build → onStale is called once, and the next navigation is a full load', () => {
    const { inspectResponse, replaceNavigation: instead, seen } = tab()
    inspectResponse(answer({ 'x-strand-build': 'one' }))
    expect(instead('/music')).toBe(false)
    inspectResponse(answer({ 'x-strand-build': 'two' }))
    inspectResponse(answer({ 'x-strand-build': 'two' }))
    expect(seen).toMatchObject({ stale: 1, loads: [] })
    expect(instead('/music')).toBe(true)
    expect(seen.loads).toEqual(['/music'])
  })
  it('R14 a page or an answer without a build (development) → the next navigation is not a full load', () => {
    const dev = tab({ build: null })
    dev.inspectResponse(answer({ 'x-strand-build': 'two' }))
    expect(dev.replaceNavigation('/music')).toBe(false)
    const { inspectResponse, replaceNavigation: instead } = tab()
    inspectResponse(answer({}))
    expect(instead('/music')).toBe(false)
  })
  it('R14 a redirect header with an internal path is followed at once; other addresses are ignored', () => {
    const { inspectResponse, seen } = tab()
    for (const to of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
      '',
    ])
      inspectResponse(answer({ 'x-strand-redirect': to }))
    expect(seen.loads).toEqual([])
    inspectResponse(answer({ 'x-strand-redirect': '/p/ada?follow' }, 403))
    expect(seen.loads).toEqual(['/p/ada?follow'])
  })
  it('R14 an HTML page in place of an API answer reloads the current address; an HTML error page does not', () => {
    const { inspectResponse, seen } = tab()
    inspectResponse(answer({ 'content-type': 'text/html; charset=utf-8' }, 502))
    expect(seen.loads).toEqual([])
    inspectResponse(answer({ 'content-type': 'text/html; charset=utf-8' }))
    expect(seen.loads).toEqual(['/here?q=1'])
  })
  it('R14 repeated HTML answers → the interval between reloads doubles; an hour without one resets it', () => {
    const { inspectResponse, seen } = tab()
    const times: number[] = []
    for (let second = 0; second < 400; second += 1) {
      inspectResponse(answer({ 'content-type': 'text/html' }))
      if (seen.loads.length > times.length) times.push(second)
      seen.at += 1000
    }
    expect(times).toEqual([0, 10, 30, 70, 150, 310])
    seen.at += 3_600_000
    for (let n = 0; n < 2; n += 1) {
      inspectResponse(answer({ 'content-type': 'text/html' }))
      seen.at += 10_000
    }
    expect(seen.loads).toHaveLength(times.length + 2)
  })
  it('R14 a full load does not occur within 10 seconds of the last one, or while the page is busy', () => {
    const { inspectResponse, replaceNavigation: instead, seen } = tab()
    const page = () => answer({ 'content-type': 'text/html', 'x-strand-build': 'two' })
    seen.busy = true
    inspectResponse(page())
    expect(instead('/music')).toBe(false)
    seen.busy = false
    inspectResponse(page())
    inspectResponse(page())
    expect(instead('/music')).toBe(false)
    seen.at += 9999
    inspectResponse(page())
    expect(seen.loads).toHaveLength(1)
    seen.at += 1
    expect(instead('/music')).toBe(true)
    expect(seen.loads).toEqual(['/here?q=1', '/music'])
  })
})
