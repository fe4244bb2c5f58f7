/** Twitch, TikTok and Wistia as a browser test has them. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')
const clips = fileURLToPath(new URL('../../../server/demo/clips/', import.meta.url))

/** Wistia answers by the first letters of a video's id: those that begin so are gone, or for its account's pages alone. */
const wistia: readonly [beginning: string, status: number][] = [
  ['gone', 404],
  ['mine', 403],
]

export async function stubLongTail(page: Pick<Page, 'route'>): Promise<void> {
  const [reel, twitch, tiktok] = await Promise.all(['reel.js', 'twitch.js', 'tiktok.js'].map(read))
  const frame = (address: string, script: string) =>
    page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Stub</title><body><script>${reel}${script}</script>` }),
    )
  await frame('https://player.twitch.tv/?**', twitch!)
  await frame('https://www.tiktok.com/player/v1/**', tiktok!)
  await page.route('https://fast.wistia.com/embed/medias/*', async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1)!
    const headers = { 'Access-Control-Allow-Origin': '*' }
    const refusal = wistia.find(([beginning]) => file.startsWith(beginning))
    if (refusal) await route.fulfill({ status: refusal[1], headers })
    else if (file.endsWith('.mpegts')) await route.fulfill({ path: clips + file, contentType: 'video/mp2t', headers })
    else await route.fulfill({ path: `${clips}tides.m3u8`, contentType: 'application/vnd.apple.mpegurl', headers })
  })
}
