import type { Page } from '@playwright/test'

/** Records the duration of each shake animation, in milliseconds of the page's clock. Call before the page is opened. */
export const countShakes = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shakes: number[] = []
    Object.assign(window, { shakes })
    const { setTimeout: later } = window
    window.setTimeout = ((act: TimerHandler, wait?: number, ...rest: unknown[]) => {
      if (document.querySelector('[data-shaking]') && String(act).includes('shaking')) shakes.push(wait ?? 0)
      return later(act, wait, ...rest)
    }) as typeof window.setTimeout
  })
export const shakes = (page: Page): Promise<number[]> => page.evaluate(() => (window as unknown as { shakes: number[] }).shakes)
