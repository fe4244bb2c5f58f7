/** What axe finds wrong on a page, for every test that asks. */
import axe, { type RunOptions } from 'axe-core'
import { expect, type Page } from './fixtures.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme can change, and what a width can: where the rest has been looked for, it need not be again. */
const rules = {
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

interface Look {
  /** A selector: what lies within alone, and what does not count. */
  within?: string
  without?: string[]
  /** Rules that do not hold for what is looked at. */
  besides?: string[]
  /** What has been looked at before, and is only in another theme or another width now. */
  changed?: keyof typeof rules
}

/** One sentence for each rule that is broken. Frames are not examined: they show pages of others. */
export async function faultsIn(page: Page, { within, without = [], besides = [], changed }: Look = {}): Promise<string[]> {
  const context = { ...(within !== undefined && { include: within }), exclude: without }
  const rule = (id: string) => [id, { enabled: false }]
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(changed === undefined
      ? { runOnly: { type: 'tag', values: wcag }, rules: Object.fromEntries(besides.map(rule)) }
      : { runOnly: { type: 'rule', values: rules[changed].filter((id) => !besides.includes(id)) } }),
  }
  // Its half a megabyte is evaluated once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([context, options]) => (await (window as unknown as { axe: typeof import('axe-core') }).axe.run(context, options)).violations,
    [context, options] as const,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary?.split('\n')[1]?.trim()})`).join(' | ')}`,
  )
}

/** Both themes, the light one first and the dark one last, where colours have come to rest. */
export async function expectAccessible(page: Page, what?: string, look: Omit<Look, 'changed'> = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  expect.soft(await faultsIn(page, look), [what, 'light'].filter(Boolean).join(', ')).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  expect.soft(await faultsIn(page, { ...look, changed: 'theme' }), [what, 'dark'].filter(Boolean).join(', ')).toEqual([])
}
