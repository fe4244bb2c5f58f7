/** Accessibility checks with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from './fixtures.ts'

/** The compressed axe, which pages evaluate twice as fast as `axe.source`. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result can depend on the theme or the width. A page that was checked needs only these in another theme or width. */
const dependentRules = {
  theme: ['color-contrast', 'link-in-text-block'],
  width: [
    'target-size',
    'scrollable-region-focusable',
    'aria-hidden-focus',
    'button-name',
    'link-name',
    'label',
    'list',
    'listitem',
    'nested-interactive',
    'heading-order',
    'page-has-heading-one',
    'landmark-unique',
    'landmark-one-main',
    'region',
    'duplicate-id-aria',
  ],
}

interface CheckOptions {
  /** A selector: checks only what is within it. */
  within?: string
  /** Selectors of elements that are not checked. */
  without?: string[]
  /** Rules that do not apply. */
  besides?: string[]
  /** The page was checked before, and only its theme or width has changed. */
  changed?: keyof typeof dependentRules
}

/** Returns one sentence for each violated rule. Frames are not checked: they show pages of others. */
export async function faultsIn(page: Page, { within, without = [], besides = [], changed }: CheckOptions = {}): Promise<string[]> {
  const context = { ...(within !== undefined && { include: within }), exclude: without }
  const disabled = (id: string) => [id, { enabled: false }]
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(changed === undefined
      ? { runOnly: { type: 'tag', values: wcag }, rules: Object.fromEntries(besides.map(disabled)) }
      : { runOnly: { type: 'rule', values: dependentRules[changed].filter((id) => !besides.includes(id)) } }),
  }
  // Half a megabyte: once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ([context, options]) => (await (window as unknown as { axe: typeof import('axe-core') }).axe.run(context, options)).violations,
    [context, options] as const,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary?.split('\n')[1]?.trim()})`).join(' | ')}`,
  )
}

/** Checks a page in the light and then the dark theme, after colour transitions have ended. */
export async function expectAccessible(page: Page, what?: string, options: Omit<CheckOptions, 'changed'> = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  expect.soft(await faultsIn(page, options), [what, 'light'].filter(Boolean).join(', ')).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  expect.soft(await faultsIn(page, { ...options, changed: 'theme' }), [what, 'dark'].filter(Boolean).join(', ')).toEqual([])
}
