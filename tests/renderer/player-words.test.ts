import { describe, expect, it } from 'vitest'
import { hasStatus, needsButton, needsTap } from '#widgets/player/status.ts'
import type { OutputId } from '#player/index.ts'
import type { Stream } from '#contract/index.ts'

const moment = (output: OutputId, type: Stream['type'], needsGesture = true) => ({
  deadItemId: null,
  ended: false,
  advanceHeld: false,
  offline: false,
  unreachable: false,
  needsGesture,
  remote: null,
  playing: { loadId: 1, output, stream: { type, uri: 'a', href: 'https://example.org/a' } },
})

describe('L6 blocked autoplay', () => {
  it.each([
    ['youtube', 'youtube'],
    ['vimeo', 'vimeo'],
    ['soundcloud', 'soundcloud'],
    ['dailymotion', 'dailymotion'],
    ['hosted', 'twitch'],
    ['hosted', 'tiktok'],
  ] as const)('L6 output %s, stream %s → the frame stays visible, and the bar shows the message', (output, type) => {
    const state = moment(output, type)
    expect([hasStatus(state), needsTap(state), needsButton(state)]).toEqual([false, true, false])
  })
  it('L6 a file → a button of Strand covers the medium', () => {
    const state = moment('hosted', 'file')
    expect([hasStatus(state), needsTap(state), needsButton(state)]).toEqual([true, false, true])
  })
  it('L6 autoplay is not blocked → no status; offline or unreachable → a status', () => {
    const state = moment('youtube', 'youtube', false)
    expect([hasStatus(state), needsTap(state), needsButton(state)]).toEqual([false, false, false])
    expect(hasStatus({ ...state, offline: true })).toBe(true)
    expect(hasStatus({ ...state, unreachable: true })).toBe(true)
  })
})
