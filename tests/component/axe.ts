/** Accessibility checks of components with axe. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'
import { axeOptions, describeViolations, type AxeRules } from '../support/axe-rules.ts'

interface CheckOptions extends Omit<AxeRules, 'changed'> {
  /** A selector: checks only what is within it. */
  within?: string
}

/** Checks what is mounted in the light and then the dark theme. */
export async function expectAccessible(what: string, { within, ...rules }: CheckOptions = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await commands.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    const options = axeOptions({ ...rules, ...(colorScheme === 'dark' && { changed: 'theme' }) })
    const { violations } = await axe.run(within === undefined ? document : { include: within }, options)
    expect.soft(describeViolations(violations), `${what}, ${colorScheme}`).toEqual([])
  }
}
