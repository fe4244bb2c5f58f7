import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failureSummary, sourceOf, streamNote } from '#widgets/player/streamNames.ts'
import { player, selectCurrentItem, type PlayerState, type Playing, type QueueItem } from '#player/index.ts'
import { advanceTime, playing, stream, track } from '../player/harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const item = (streams: string): QueueItem => ({ ...track(streams), id: '1' })
const failure = (text: string, code: PlayerState['failures'][number]['code'] = 'gone') =>
  ({ stream: stream(text), output: 'youtube', code, scope: 'stream' }) as const
const plays = (text: string): Playing => ({ loadId: 1, output: 'youtube', stream: stream(text) })

describe('L5 an item that is edited while its error is displayed', () => {
  it('L5 the summary keeps the reasons of the remaining streams, in any order', () => {
    const failures = [failure('y:1', 'private'), failure('s:2')]
    const before = failureSummary(item('y:1 s:2'), failures)
    expect(before.reasons).toEqual(['It is private at YouTube.', 'It is no longer at SoundCloud.'])
    expect(before.link?.href).toBe('https://example.org/1')
    expect(failureSummary(item('s:2 y:1'), failures)).toEqual(before)
  })
  it('L5 the summary has no reason for a replaced stream and none for the new one', () => {
    const failures = [failure('y:1'), failure('y:2', 'private')]
    expect(failureSummary(item('y:3'), failures)).toEqual({ reasons: [], link: null })
    expect(failureSummary(item('y:3 y:2'), failures).reasons).toEqual(['It is private at YouTube.'])
    expect(failureSummary(item(''), failures)).toEqual({ reasons: [], link: null })
  })
  it('L5 an edit of a failed item in the engine to one new stream → no failure reasons; a retry plays the new stream', async () => {
    const engine = await playing(['y:dead1 y:dead2'])
    expect(engine.state.deadItemId).not.toBeNull()
    const { postId } = engine.state.queue.items[0]!
    engine.dispatch(player.reviseTrack(track('y:ok9', { postId })))
    await advanceTime()
    expect(failureSummary(selectCurrentItem(engine.store.getState())!, engine.state.failures)).toEqual({ reasons: [], link: null })
    engine.dispatch(player.retry())
    await advanceTime()
    expect(engine.state).toMatchObject({ phase: 'playing', deadItemId: null, failures: [] })
  })
})

describe('BZ1 an item that is edited while it plays', () => {
  it('BZ1 the note names the playing stream at any position; without the failed stream it mentions no fallback', () => {
    const failures = [failure('y:1')]
    const note = streamNote(item('y:1 s:2'), plays('s:2'), failures)
    expect(note).toMatchObject({ fellBack: true, reason: 'It is no longer at YouTube.' })
    expect(streamNote(item('s:2 y:1'), plays('s:2'), failures)).toEqual(note)
    expect(streamNote(item('s:2'), plays('s:2'), failures)).toEqual({ text: 'SoundCloud', fellBack: false })
  })
  it('BZ1 the source link leads to the page of the playing stream, even if the item no longer has that stream', () => {
    expect(sourceOf(item('y:3'), plays('s:2'))).toEqual({ name: 'SoundCloud', href: 'https://example.org/2' })
    expect(sourceOf(item('y:3'), null)?.href).toBe('https://example.org/3')
  })
})
