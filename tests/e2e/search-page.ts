/** Fakes the results of other services on the search page, since tests have no network. */
import type { Page } from '@playwright/test'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'

const all = 9

export const find = (n: number): MediaResult => ({
  _id: `archive:item-${n}`,
  id: `item-${n}`,
  type: n % 2 === 0 ? 'audio' : 'video',
  source: 'archive',
  title: `Reel ${n} from the archive`,
  author: 'Prelinger',
  duration: 60 + n,
  viewCount: 1000 * n,
  image: null,
  href: `https://archive.org/details/item-${n}`,
  uri: `item-${n}`,
})

/** Fakes nine results, in several pages. */
export async function fakeOtherServices(page: Page): Promise<void> {
  await page.route('**/api/v0/mediasearch/sources', (route) =>
    route.fulfill({ json: { sources: [{ name: 'archive', title: 'Internet Archive', types: ['video', 'audio'], available: true }] } }),
  )
  await page.route('**/api/v0/mediasearch?**', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [from, limit] = [Number(searchParams.get('from') ?? 0), Number(searchParams.get('limit'))]
    const results = Array.from({ length: all }, (_, n) => find(n)).slice(from, from + limit)
    return route.fulfill({ json: { results, next: from + limit < all ? from + limit : null, counts: { total: all }, outages: [] } })
  })
}
