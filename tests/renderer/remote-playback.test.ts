import { describe, expect, it } from 'vitest'
import { offeredRemotePlayback } from '#widgets/player/devices/offeredRemotePlayback.ts'

const status = (connection: 'disconnected' | 'connecting' | 'connected') => ({ kind: 'standard', connection }) as const
const cast = (isAvailable: boolean) => ({ isAvailable, device: null, problem: null })

describe('BY28 remote playback in the list of devices', () => {
  it('BY28 Google Cast lists the same devices → not offered; without Cast → offered', () => {
    expect(offeredRemotePlayback(status('disconnected'), cast(true))).toBeNull()
    expect(offeredRemotePlayback(status('disconnected'), cast(false))).toEqual(status('disconnected'))
    expect(offeredRemotePlayback(null, cast(false))).toBeNull()
  })
  it('BY28 connecting or connected while Cast is available → shown, so that it can be ended', () => {
    expect(offeredRemotePlayback(status('connecting'), cast(true))).toEqual(status('connecting'))
    expect(offeredRemotePlayback(status('connected'), cast(true))).toEqual(status('connected'))
  })
})
