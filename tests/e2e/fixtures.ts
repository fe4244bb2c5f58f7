/**
 * Fixtures of all browser tests: the built server with the demo data, visitors without network access, and a check that no page has an
 * uncaught error, a violation of the content security policy or a failed hydration.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { startBuiltServer } from '../support/built-server.ts'
import { welcomed } from './welcomed.ts'

export { expect }
export type { Page, Locator } from '@playwright/test'

interface WorkerFixtures {
  /** The server; `folder` is its data directory. */
  strand: { origin: string; folder: string }
}

interface TestFixtures {
  /** A browser context of another person, with its own cookies and storage. */
  newVisitor: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Uncaught errors, violations of the content security policy and failed hydration, of all pages of this test. */
  faults: string[]
  /** Shows the welcome notices, which are dismissed by default. */
  unwelcomed: boolean
}

/**
 * Waits until React has hydrated a server-rendered page, which has no notice area before. For tests that add an element to the page, or
 * count the effects of a click.
 */
export const started = (page: Page): Promise<void> => expect(page.locator('[data-notice-area]')).toBeAttached()

/** Records the faults of all pages of a context. */
async function guard(context: BrowserContext, faults: string[], unwelcomed: boolean): Promise<void> {
  if (!unwelcomed) await context.addInitScript(welcomed)
  await context.exposeFunction('reportViolation', (violation: string) => void faults.push(`Content security policy: ${violation}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void }
      reportViolation(`${violatedDirective} refused ${blockedURI} on ${documentURI}`)
    })
  })
  // React hydrates the page only if it renders the same as the server (renderer/main.tsx).
  context.on('console', (message) => {
    if (message.text().startsWith('The server rendered another page')) faults.push(`${message.text()} on ${message.page()?.url()}`)
  })
  context.on('page', waitAroundNavigations)
  context.on('weberror', (error) => faults.push(`Uncaught: ${error.error().stack ?? error.error().message}`))
}

/**
 * Waits before and after a navigation of the test. Before: a dialog that has just closed leaves its history entry by `history.back()`, and
 * that would cancel the navigation. After: a server-rendered page reacts to input only once React has hydrated it, so the first input
 * would depend on timing. `waitUntil: 'commit'` skips the second wait; tests/e2e/server-rendering.spec.ts covers that case.
 */
function waitAroundNavigations(page: Page): void {
  const { goto, goBack, reload } = page
  const poll = async (isBusy: () => boolean, times: number) => {
    for (let n = 0; n < times && (await page.evaluate(isBusy).catch(() => false)); n += 1)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const settled = () =>
    poll(() => (history.state as { guard?: true } | null)?.guard === true && document.querySelector('[role=dialog]') === null, 20)
  const reacting = () =>
    poll(
      () => 'strandEarlyInput' in window && document.querySelector('#root > *') !== null && !document.querySelector('[data-notice-area]'),
      100,
    )
  page.goto = async (address, options) => {
    await settled()
    const response = await goto.call(page, address, options)
    if (options?.waitUntil !== 'commit') await reacting()
    return response
  }
  page.goBack = async (...args) => {
    await settled()
    const response = await goBack.apply(page, args)
    await reacting()
    return response
  }
  page.reload = async (...args) => {
    await settled()
    const response = await reload.apply(page, args)
    await reacting()
    return response
  }
}

/** Removes all route handlers: a pending one must not fail the next test. */
async function endRoutes(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  await Promise.all([context.unrouteAll({ behavior }), ...context.pages().map((page) => page.unrouteAll({ behavior }))])
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  strand: [
    // Playwright requires a destructuring pattern here: it reads the names of the fixtures from it.
    async ({}, use) => {
      const world = process.env.STRAND_E2E_WORLD
      if (!world) throw new Error('The demo world is missing: run with build/playwright.config.ts')
      const folder = await mkdtemp(join(tmpdir(), 'strand-e2e-worker-'))
      await cp(world, folder, { recursive: true })
      const server = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_RATE_LIMITS: '0', NODE_ENV: 'test' })
      await use({ origin: server.origin, folder })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  baseURL: ({ strand }, use) => use(strand.origin),

  faults: async ({}, use) => {
    const faults: string[] = []
    await use(faults)
    expect(faults, 'no uncaught error, no violation of the content security policy, and no failed hydration').toEqual([])
  },

  unwelcomed: [false, { option: true }],

  context: async ({ context, faults, unwelcomed }, use) => {
    await guard(context, faults, unwelcomed)
    await use(context)
    await endRoutes(context)
  },

  newVisitor: async ({ browser, faults, strand, unwelcomed }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({
        baseURL: strand.origin,
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        ...options,
      })
      contexts.push(context)
      await guard(context, faults, unwelcomed)
      return context
    })
    await Promise.all(
      contexts.map(async (context) => {
        await endRoutes(context)
        await context.close()
      }),
    )
  },
})
