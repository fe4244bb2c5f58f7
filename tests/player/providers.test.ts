import { describe, expect, test, vi } from 'vitest'
import { dailymotionFailure } from '#player/outputs/dailymotion.ts'
import { once } from '#player/outputs/script.ts'
import { soundcloudAddress, soundcloudFailure } from '#player/outputs/soundcloud.ts'
import { vimeoAddress, vimeoFailure } from '#player/outputs/vimeo.ts'
import { youtubeAddress, youtubeFailure } from '#player/outputs/youtube.ts'

describe('L3 the address of a provider’s frame', () => {
  test('YouTube: id and start time → no-cookie host, origin of the page, whole seconds', () => {
    const address = new URL(youtubeAddress('dQw4w9WgXcQ', 42.9, 'https://strand.example'))
    expect(address.origin + address.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      enablejsapi: '1',
      origin: 'https://strand.example',
      playsinline: '1',
      rel: '0',
      start: '42',
    })
    expect(new URL(youtubeAddress('dQw4w9WgXcQ', 0, 'https://strand.example')).searchParams.has('start')).toBe(false)
  })

  test('Vimeo: id, or id with hash → do not track, no autopause, the hash as a parameter', () => {
    const of = (uri: string) => new URL(vimeoAddress(uri))
    expect(of('76979871').pathname).toBe('/video/76979871')
    expect(Object.fromEntries(of('76979871').searchParams)).toEqual({ dnt: '1', playsinline: '1', autopause: '0', initial_quality: '720p' })
    expect(of('76979871/8272103f6e').pathname).toBe('/video/76979871')
    expect(of('76979871/8272103f6e').searchParams.get('h')).toBe('8272103f6e')
  })

  test('SoundCloud: address of a sound → no autoplay, not paused by other widgets', () => {
    const address = new URL(soundcloudAddress('https://soundcloud.com/forss/flickermood/s-Ab12'))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      url: 'https://soundcloud.com/forss/flickermood/s-Ab12',
      auto_play: 'false',
      single_active: 'false',
    })
  })
})

describe('L5 errors of providers', () => {
  test.each([
    [2, 'invalid'],
    [5, 'undecodable'],
    [100, 'gone'],
    [101, 'embedding-forbidden'],
    [150, 'embedding-forbidden'],
    [4711, 'unknown'],
  ])('YouTube %i', (data, code) => expect(youtubeFailure(data)).toEqual({ code, scope: 'stream' }))

  test('BY1 YouTube 153 → a failure of our configuration', () =>
    expect(youtubeFailure(153)).toEqual({ code: 'no-referrer', scope: 'config' }))

  test.each([
    ['NotFoundError', '', 'gone'],
    ['Error', '“https://vimeo.com/1” was not found.', 'gone'],
    ['PasswordError', 'Because of its privacy settings, this video cannot be played here.', 'private'],
    ['PrivacyError', 'This video is private.', 'private'],
    ['PrivacyError', 'Because of its privacy settings, this video cannot be played here.', 'embedding-forbidden'],
    ['Error', '“https://vimeo.com/1” is not embeddable.', 'embedding-forbidden'],
    ['PrivacyError', 'This video is not available in your country', 'region'],
    ['UnsupportedError', '', 'unsupported'],
    ['TypeError', '“x” is not a valid video id.', 'invalid'],
    ['Error', 'allocation failed', 'unknown'],
  ])('Vimeo %s %s', (name, message, code) => expect(vimeoFailure({ name, message })).toEqual({ code, scope: 'stream' }))

  test.each([
    [null, 'gone'],
    [{ policy: 'BLOCK' }, 'region'],
    [{ policy: 'ALLOW', embeddable_by: 'none' }, 'embedding-forbidden'],
    [{ embeddable_by: 'all', sharing: 'private' }, 'private'],
    [{ policy: 'SNIP', embeddable_by: 'all', sharing: 'public' }, 'unknown'],
    [{}, 'unknown'],
  ])('SoundCloud error of the sound %o', (sound, code) => expect(soundcloudFailure(sound)).toEqual({ code, scope: 'stream' }))

  test.each([
    ['DM007', 'region'],
    [{ code: 'DM002', title: 'Deleted' }, 'gone'],
    [{ title: 'Private (DM010)' }, 'private'],
    ['DM999', 'unknown'],
    ['words', 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
    [{}, 'unknown'],
  ])('Dailymotion %o', (error, code) => expect(dailymotionFailure(error)).toEqual({ code, scope: 'stream' }))
})

test('BY2 a script fails to load → fetched again by the next call; once loaded, cached', async () => {
  const sdk = { name: 'the SDK' }
  const fetch = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error('blocked')).mockResolvedValue(sdk)
  const get = once(fetch)
  await expect(Promise.all([get(), get()])).rejects.toThrow('blocked')
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(await Promise.all([get(), get()])).toEqual([sdk, sdk])
  expect(get(), 'without a promise, so that a frame is made within the gesture').toBe(sdk)
  expect(fetch).toHaveBeenCalledTimes(2)
})
