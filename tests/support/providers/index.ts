/** Stubs of the providers for browser tests: their real scripts and pages are never requested. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { stubLongTail } from './long-tail.ts'
import { stubYouTubeSdk } from './youtube.ts'

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

/** The id of a player at Dailymotion that tests configure. */
export const dailymotionPlayerId = 'xtest1'

export async function stubProviders(page: Pick<Page, 'route'>): Promise<void> {
  const [reel, vimeo, soundcloudApi, soundcloud, dailymotion] = await Promise.all(
    ['reel.js', 'vimeo.js', 'soundcloud-api.js', 'soundcloud.js', 'dailymotion.js'].map(read),
  )
  const script = (address: string, body: string) => page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  const frame = (address: string, script = '') =>
    page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Stub</title><script>${script}</script>` }),
    )
  await stubYouTubeSdk(page)
  await frame('https://www.youtube-nocookie.com/**')
  await frame('https://player.vimeo.com/video/**', `${reel}\n;${vimeo}`)
  // Later routes match first.
  await frame('https://w.soundcloud.com/player/?**', `${reel}\n;${soundcloud}`)
  await script('https://w.soundcloud.com/player/api.js', soundcloudApi!)
  await frame('https://geo.dailymotion.com/player/**')
  await script(`https://geo.dailymotion.com/libs/player/${dailymotionPlayerId}.js`, `${reel}\n;${dailymotion}`)
  await stubLongTail(page)
}
