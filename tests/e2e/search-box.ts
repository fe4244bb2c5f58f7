/** The box of search as a person meets it, and answers of the server's that a test writes itself. */
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { SearchItem } from '#contract/schemas/lookups.ts'

export const boxOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search', exact: true })
export const optionsOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Results' }).getByRole('option')
export const listOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Results' })
export const selectedOf = (page: Page): Locator => page.getByRole('option', { selected: true })

/** With its code there, so that what is timed is the box alone. */
export async function readyBox(page: Page): Promise<Locator> {
  const box = boxOf(page)
  await box.focus()
  await expect(page.getByRole('search').getByRole('status')).toBeAttached()
  return box
}

/** Installs the page's clock; the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  // The clock runs while the page loads, and on a slow machine may be past that.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)).toPass()
}

export const find = (type: SearchItem['type'], title: string, more: Partial<SearchItem> = {}): SearchItem => ({
  _id: title,
  id: title,
  type,
  source: 'strand',
  title,
  title_highlighted: title,
  image: null,
  href: '/discover',
  ...more,
})

export interface SentQuery {
  q: string
  params: URLSearchParams
  /** Milliseconds since the first of them. */
  at: number
}

/** Answers searches and records them. */
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
    const n = queries.push({ q, params, at: Date.now() - startedAt })
    await new Promise((resolve) => setTimeout(resolve, delay(q, n - 1)))
    const results = answer(q)
    // The page may have given the question up, or be gone.
    await route.fulfill({ json: { results, next: null, counts: { total: results.length } } }).catch(() => undefined)
  })
  return queries
}

export async function expectClosed(page: Page): Promise<void> {
  await expect(boxOf(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('option')).toHaveCount(0)
}
