import { describe, expect, it } from 'vitest'
import { parseDeepLink } from '../../electron/policy/deepLink.ts'
import { appLink, canOpenApp, platformOf } from '#host/platform.ts'

const web = platformOf(undefined)
const browser = (system: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36`

describe('the entry "Open in the app"', () => {
  it.each([
    ['Windows NT 10.0; Win64; x64', 0, true],
    ['Windows NT 10.0; Win64; x64', 10, true],
    ['Macintosh; Intel Mac OS X 10_15_7', 0, true],
    ['X11; Linux x86_64', 0, true],
    ['X11; Ubuntu; Linux x86_64; rv:150.0', 0, true],
    ['Macintosh; Intel Mac OS X 10_15_7', 5, false],
    ['iPhone; CPU iPhone OS 19_0 like Mac OS X', 5, false],
    ['Linux; Android 16; Pixel 9', 5, false],
    ['X11; CrOS x86_64 16000.0.0', 0, false],
    ['SMART-TV; Linux; Tizen 8.0', 0, false],
  ])('BY18 %s with %i touch points → %s', (system, maxTouchPoints, isOffered) => {
    expect(canOpenApp(web, { userAgent: browser(system), maxTouchPoints })).toBe(isOffered)
  })

  it('BY18 in the application itself → not offered', () => {
    expect(canOpenApp(platformOf({ protocol: 1 }), { userAgent: browser('X11; Linux x86_64'), maxTouchPoints: 0 })).toBe(false)
  })

  it.each(['/', '/discover', '/b0123456789abcdefg/song-p0123456789abcdefg?sort=recent', '/search/a%20b?q=%22x%22', '/p/ada'])(
    'BY18 %s → a link that the application understands',
    (path) => {
      for (const server of ['https://strand.example', 'http://127.0.0.1:3000'])
        expect(parseDeepLink(appLink(path, server))).toEqual({ type: 'open', path, server })
    },
  )
})
