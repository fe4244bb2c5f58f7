/** A stub of YouTube's SDK: like the real one, a script that loads a second script, from a host that the content security policy allows. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

const widget = 'https://www.youtube.com/s/player/stub/www-widgetapi.js'
const first = `document.head.append(Object.assign(document.createElement('script'), { src: '${widget}' }))`

export async function stubYouTubeSdk(page: Pick<Page, 'route'>): Promise<void> {
  const second = await readFile(new URL('youtube.js', import.meta.url), 'utf8')
  for (const [address, body] of [
    ['https://www.youtube.com/iframe_api', first],
    [widget, second],
  ] as const)
    await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
