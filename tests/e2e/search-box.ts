/** Helpers for tests of the search box, with fake answers of the server. */
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { SearchItem } from '#contract/schemas/lookups.ts'

export const boxOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search', exact: true })
export const optionsOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
export const listOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Results' })
export const selectedOf = (page: Page): Locator => page.getByRole('option', { selected: true })

/** Opens a page, and waits for the code of the search box, so that its loading is not measured. */
export async function readyBox(page: Page): Promise<Locator> {
  const box = boxOf(page)
  await box.focus()
  await expect(page.getByRole('search').getByRole('status')).toBeAttached()
  return box
}

/** Installs the page's clock; the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  // The clock runs while the page loads; on a slow machine it may already be past this time.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)).toPass()
}

export const find = (type: SearchItem['type'], title: string, fields: Partial<SearchItem> = {}): SearchItem => ({
  _id: title,
  id: title,
  type,
  source: 'strand',
  title,
  title_highlighted: title,
  image: null,
  href: '/discover',
  ...fields,
})

export interface SentQuery {
  q: string
  params: URLSearchParams
  /** Milliseconds since the first query. */
  sentAfterMs: number
}

/** Fakes the answers to searches, and records the queries. */
export async function answerSearches(
  page: Page,
  answer: (q: string) => readonly SearchItem[],
  delay: (q: string, n: number) => number = () => 0,
): Promise<SentQuery[]> {
  const queries: SentQuery[] = []
  let startedAt = 0
  await page.route(/\/api\/v2\/search\?/, async (route: Route) => {
    const params = new URL(route.request().url()).searchParams
    const q = params.get('q') ?? ''
    startedAt ||= Date.now()
    const n = queries.push({ q, params, sentAfterMs: Date.now() - startedAt })
    await new Promise((resolve) => setTimeout(resolve, delay(q, n - 1)))
    const results = answer(q)
    // The page may have aborted the request, or be closed.
    await route.fulfill({ json: { results, next: null, counts: { total: results.length } } }).catch(() => undefined)
  })
  return queries
}

export async function expectClosed(page: Page): Promise<void> {
  await expect(boxOf(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('option')).toHaveCount(0)
}
