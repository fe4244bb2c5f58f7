/** Locates the bell. */
import type { Locator, Page } from '@playwright/test'

export const bellOf = (page: Page): Locator => page.getByRole('navigation').getByRole('button', { name: /^Notifications/ })
