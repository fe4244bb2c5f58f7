/** The rules of axe that all pages and components must keep, for tests in and outside of the page. */
import type { Result, RunOptions } from 'axe-core'

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

export interface AxeRules {
  /** Rules that do not apply. */
  besides?: string[]
  /** The page was checked before, and only its theme or width has changed. */
  changed?: keyof typeof dependentRules
}

/** Frames are not checked: they show pages of others. */
export function axeOptions({ besides = [], changed }: AxeRules): RunOptions {
  const disabled = (id: string) => [id, { enabled: false }]
  return {
    resultTypes: ['violations'],
    iframes: false,
    ...(changed === undefined
      ? { runOnly: { type: 'tag', values: wcag }, rules: Object.fromEntries(besides.map(disabled)) }
      : { runOnly: { type: 'rule', values: dependentRules[changed].filter((id) => !besides.includes(id)) } }),
  }
}

/** One sentence for each violated rule. */
export const describeViolations = (violations: readonly Result[]): string[] =>
  violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} (${failureSummary?.split('\n')[1]?.trim()})`).join(' | ')}`,
  )
