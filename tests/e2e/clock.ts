/** Helpers for tests that control the clock of their page. */
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Runs the page's clock in small steps until an element is visible. Its code may load in real time before it starts a timer, so the
 * duration is not known.
 */
export const runClockUntilVisible = (page: Page, element: Locator, stepMs = 20): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs)
        return element.isVisible()
      },
      { intervals: [10], timeout: 20_000 },
    )
    .toBe(true)
