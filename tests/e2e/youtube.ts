/** YouTube as a test has it: its SDK is a stand-in, its frame an empty page. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { root } from '../support/built-server.ts'

export async function stubYouTube(page: Page): Promise<void> {
  const sdk = await readFile(`${root}tests/support/providers/youtube.js`, 'utf8')
  await page.route('https://www.youtube.com/iframe_api', (route) => route.fulfill({ contentType: 'text/javascript', body: sdk }))
  const frame = { contentType: 'text/html', body: '<!doctype html><title>Video</title>' }
  await page.route(/^https:\/\/www\.youtube(-nocookie)?\.com\/embed\//, (route) => route.fulfill(frame))
  await page.route(/^https:\/\/i\.ytimg\.com\//, (route) => route.fulfill({ status: 404, body: '' }))
}
