import type { Page } from '@playwright/test'

/**
 * Waits until what a page loads at its beginning has come: for tests of what is not there then. Playwright
 * loses sight of a request now and then and would wait for it to the end of the test; ten seconds are enough.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
  })
}
