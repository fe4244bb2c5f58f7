/** Stubs of Twitch, TikTok and Wistia for browser tests. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const readScript = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')
const clips = fileURLToPath(new URL('../../../server/demo/clips/', import.meta.url))

/** Statuses of Wistia by the prefix of the video id: 404 if the video is deleted, 403 if it is restricted to the sites of its owner. */
const wistiaStatuses: readonly [idPrefix: string, status: number][] = [
  ['gone', 404],
  ['mine', 403],
]

export async function stubLongTail(page: Pick<Page, 'route'>): Promise<void> {
  const [reel, twitch, tiktok] = await Promise.all(['reel.js', 'twitch.js', 'tiktok.js'].map(readScript))
  const stubFrame = (address: string, script: string) =>
    page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Stub</title><body><script>${reel}${script}</script>` }),
    )
  await stubFrame('https://player.twitch.tv/?**', twitch!)
  await stubFrame('https://www.tiktok.com/player/v1/**', tiktok!)
  await page.route('https://fast.wistia.com/embed/medias/*', async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1)!
    const headers = { 'Access-Control-Allow-Origin': '*' }
    const failure = wistiaStatuses.find(([idPrefix]) => file.startsWith(idPrefix))
    if (failure) await route.fulfill({ status: failure[1], headers })
    else if (file.endsWith('.mpegts')) await route.fulfill({ path: clips + file, contentType: 'video/mp2t', headers })
    else await route.fulfill({ path: `${clips}tides.m3u8`, contentType: 'application/vnd.apple.mpegurl', headers })
  })
}
