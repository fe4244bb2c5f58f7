import type { Page } from '@playwright/test'

/**
 * Waits for the requests that a page makes while it loads, for tests that expect something to be absent. The limit is ten seconds, because
 * Playwright sometimes misses the end of a request and would wait until the test times out.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
  })
}
