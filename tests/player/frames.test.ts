import { describe, expect, test } from 'vitest'
import { tiktok, tiktokAddress } from '#player/outputs/hosted/tiktok.ts'
import { twitch } from '#player/outputs/hosted/twitch.ts'

const message = (type: string, value?: unknown) => ({ 'x-tiktok-player': true, type, value })

describe('L3 messages of a frame', () => {
  test('TikTok: messages as objects and as JSON → reports; other messages → none', () => {
    const playing = message('onStateChange', 1)
    expect(tiktok.read(playing)).toEqual([{ type: 'playing' }])
    expect(tiktok.read(JSON.stringify(playing))).toEqual([{ type: 'playing' }])
    expect(tiktok.read(message('onCurrentTime', { currentTime: 3, duration: 9 }))).toEqual([{ type: 'time', position: 3, duration: 9 }])
    expect(tiktok.read(message('onVolumeChange', 40))).toEqual([{ type: 'volume', volume: 0.4 }])
    expect(tiktok.read(message('onMute', true))).toEqual([{ type: 'volume', muted: true }])
    for (const other of [
      null,
      undefined,
      7,
      'words',
      '{',
      { type: 'onStateChange', value: 1 },
      message('onStateChange', 'constructor'),
      message('toString'),
    ])
      expect(tiktok.read(other), String(JSON.stringify(other))).toEqual([])
  })

  test.each([undefined, null, 3, {}, { currentTime: '3' }])('TikTok: %o as time → no report', (value) =>
    expect(tiktok.read(message('onCurrentTime', value))).toEqual([]),
  )
})

test('L4 Twitch state with volume → reported; without → only the state', () => {
  const update = (params: object) => twitch.read({ namespace: 'twitch-embed-player-proxy', eventName: 'UPDATE_STATE', params })
  expect(update({ volume: 0.4, muted: true })).toEqual([{ type: 'volume', volume: 0.4, muted: true }])
  expect(update({ volume: null, muted: null, playback: 'Playing' })).toEqual([{ type: 'playing' }])
})

test('L3 TikTok address → no autoplay, no related videos, no loop', () => {
  expect(Object.fromEntries(new URL(tiktokAddress('7000000001')).searchParams)).toEqual({ autoplay: '0', rel: '0', loop: '0' })
})
