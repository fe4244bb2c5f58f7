/** Accessibility checks with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { checkEachAppearanceOnce } from '../support/axe-appearances.ts'
import { axeOptions, describeViolations, type AxeRules } from '../support/axe-rules.ts'
import { expect, type Page } from './fixtures.ts'

/** The compressed axe, which pages evaluate twice as fast as `axe.source`. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const install = `${source};(${checkEachAppearanceOnce.toString()})(axe)`

interface CheckOptions extends AxeRules {
  /** A selector: checks only what is within it. */
  within?: string
  /** Selectors of elements that are not checked. */
  without?: string[]
}

/** Returns one sentence for each violated rule. Frames are not checked: they show pages of others. */
export async function faultsIn(page: Page, { within, without = [], besides, changed }: CheckOptions = {}): Promise<string[]> {
  const context = { ...(within !== undefined && { include: within }), exclude: without }
  const options = axeOptions({ besides, changed })
  // Half a megabyte: once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(install)
  const violations = await page.evaluate(
    async ([context, options]) => (await (window as unknown as { axe: typeof import('axe-core') }).axe.run(context, options)).violations,
    [context, options] as const,
  )
  return describeViolations(violations)
}

/** Checks a page in the light and then the dark theme, after colour transitions have ended. */
export async function expectAccessible(page: Page, what?: string, options: Omit<CheckOptions, 'changed'> = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  expect.soft(await faultsIn(page, options), [what, 'light'].filter(Boolean).join(', ')).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  expect.soft(await faultsIn(page, { ...options, changed: 'theme' }), [what, 'dark'].filter(Boolean).join(', ')).toEqual([])
}
