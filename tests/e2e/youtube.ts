/** Replaces YouTube in tests: a stub as the SDK, and an empty page in the frame. */
import type { Page } from '@playwright/test'
import { stubYouTubeSdk } from '../support/providers/youtube.ts'

export async function stubYouTube(page: Page): Promise<void> {
  await stubYouTubeSdk(page)
  const frame = { contentType: 'text/html', body: '<!doctype html><title>Video</title>' }
  await page.route(/^https:\/\/www\.youtube(-nocookie)?\.com\/embed\//, (route) => route.fulfill(frame))
  await page.route(/^https:\/\/i\.ytimg\.com\//, (route) => route.fulfill({ status: 404, body: '' }))
}
