/** The page about playlist health, with dead links, which arise only after a day of failed checks. */
import type { BeadHealth } from '#contract/endpoints/health.ts'
import type { Post } from '#contract/index.ts'
import { repairStateOf } from './screens-openers-editing.ts'
import { main, sequence, type Open } from './screens-steps.ts'

/** Shares of dead posts, worst first. */
const shares = [0.8, 0.5, 0.34, 0.2, 0.08, 0.04]

/** Playlists with dead posts. */
const health: Open = async (page) => {
  await page.route(/\/api\/v0\/admin\/health$/, async (route) => {
    const response = await route.fetch()
    const numbers = (await response.json()) as { total: number; providers: { total: number }[] }
    const providers = numbers.providers.map((one, n) => ({ ...one, dead: Math.floor(one.total * (shares[n + 2] ?? 0)) }))
    const dead = providers.reduce((sum, one) => sum + one.dead, 0)
    await route.fulfill({ response, json: { ...numbers, dead, providers } })
  })
  await page.route(/\/api\/v0\/admin\/health\/beads(\?|$)/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { results: BeadHealth[] }
    const results = answer.results.map((one, n) => ({ ...one, dead: Math.ceil(one.total * (shares[n] ?? 0)) }))
    await route.fulfill({ response, json: { ...answer, results } })
  })
  await page.reload()
  await main(page).getByRole('list', { name: 'Playlists' }).getByRole('link').first().waitFor()
  await main(page).getByRole('navigation', { name: 'Providers' }).waitFor()
}

/** The repair desk of the first of these playlists. */
const repairDesk: Open = sequence(health, async (page) => {
  await page.route(/\/api\/v0\/admin\/health\/beads\/\w+$/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as BeadHealth
    await route.fulfill({ response, json: { ...answer, dead: Math.ceil(answer.total * 0.8) } })
  })
  await page.route(/\/api\/v0\/admin\/health\/beads\/\w+\/posts/, async (route) => {
    const [, bead] = /beads\/(\w+)\/posts/.exec(route.request().url())!
    const { results } = (await (await page.request.get(`/api/v0/posts?bead=${bead}&limit=3`)).json()) as { results: Post[] }
    await page.route('**/repair', (repair) => repair.fulfill({ json: repairStateOf({ ...results[0]!, bead: { id: bead } }) }))
    await route.fulfill({ json: { results, next: null } })
  })
  await main(page).getByRole('list', { name: 'Playlists' }).getByRole('link').first().click()
  await main(page)
    .getByRole('list', { name: 'Posts with dead links' })
    .getByRole('button', { name: /^Repair / })
    .first()
    .waitFor()
})

/** A dead post with its suggestions. */
const deskPost: Open = sequence(repairDesk, async (page) => {
  await main(page)
    .getByRole('button', { name: /^Repair / })
    .first()
    .click()
  await main(page).getByText('87% match').waitFor()
})

/** The link checker with errors of hosts. */
const checker: Open = async (page) => {
  const now = Date.now()
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
  await page.route(/\/api\/v0\/admin\/health\/checker$/, (route) =>
    route.fulfill({
      json: {
        isRunning: false,
        lastRunDate: at(-1),
        nextRunDate: at(1),
        failures: 0,
        round: { startDate: at(-1), endDate: at(-1), alive: 51, gone: 4, unclear: 2, failed: 3, postponed: 12 },
        due: 1240,
        nextDueDate: at(-35),
      },
    }),
  )
  const host = (id: string, failure: string, failures: number, since: number, pausedUntil: string | null) => ({
    _id: id,
    id,
    failures,
    failingSince: at(since),
    failureDate: at(-3),
    failure,
    pausedUntil,
  })
  await page.route(/\/api\/v0\/admin\/health\/hosts/, (route) =>
    route.fulfill({
      json: {
        results: [
          host('soundcloud.com', '429', 4, -95, at(12)),
          host('media.example.org', 'timeout', 1, -3, at(12)),
          host('old-videos.example.net', '503', 31, -60 * 24 * 9, null),
        ],
        next: null,
      },
    }),
  )
  await page.reload()
  await main(page).getByText('soundcloud.com').waitFor()
}

export const healthScreens = [
  { name: 'health', path: '/admin/health', as: 'admin', open: health },
  { name: 'health-desk', path: '/admin/health', as: 'admin', open: repairDesk },
  { name: 'health-repair', path: '/admin/health', as: 'admin', open: deskPost },
  { name: 'health-checker', path: '/admin/health?view=checker', as: 'admin', open: checker },
] as const
