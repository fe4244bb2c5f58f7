/** Accessibility checks of components with axe. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'
import { checkEachAppearanceOnce, type AxeInternals } from '../support/axe-appearances.ts'
import { axeOptions, describeViolations, type AxeRules } from '../support/axe-rules.ts'

checkEachAppearanceOnce(axe as unknown as AxeInternals)

interface CheckOptions extends AxeRules {
  /** A selector: checks only what is within it. */
  within?: string
}

/** Returns one sentence for each violated rule. */
export async function faultsIn({ within, ...rules }: CheckOptions = {}): Promise<string[]> {
  const { violations } = await axe.run(within === undefined ? document : { include: within }, axeOptions(rules))
  return describeViolations(violations)
}

/** Checks what is mounted in the light and then the dark theme. */
export async function expectAccessible(what: string, options: Omit<CheckOptions, 'changed'> = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await commands.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    const faults = await faultsIn({ ...options, ...(colorScheme === 'dark' && { changed: 'theme' }) })
    expect.soft(faults, `${what}, ${colorScheme}`).toEqual([])
  }
}
