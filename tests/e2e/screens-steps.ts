/** The steps of the openers of screens. They do not import Playwright's test runner, since `npm run screens` runs without it. */
import type { Locator, Page } from '@playwright/test'

export interface Open {
  (page: Page): Promise<unknown>
  /** The single steps of a sequence. */
  steps?: readonly Open[]
}

export const main = (page: Page): Locator => page.getByRole('main')
export const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name === undefined ? {} : { name })
export const bar = (page: Page): Locator => page.getByRole('banner')

export const stepsOf = (open: Open | undefined): readonly Open[] => open?.steps ?? (open ? [open] : [])

/** Runs steps one after the other. */
export function sequence(...acts: readonly Open[]): Open {
  const steps = acts.flatMap(stepsOf)
  const run = async (page: Page) => {
    for (const step of steps) await step(page)
  }
  return Object.assign(run, { steps })
}

/** Returns the same step for the same name, so that sequences with the same first steps can be recognised. */
function named<Name extends string | RegExp | undefined>(act: (page: Page, name: Name) => Promise<unknown>): (name: Name) => Open {
  const made = new Map<string, Open>()
  return (name) => {
    const key = `${typeof name} ${String(name)}`
    const step = made.get(key) ?? ((page: Page) => act(page, name))
    made.set(key, step)
    return step
  }
}

export const seeHeading = named((page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor())
const seeDialogNamed = named((page, name: string | undefined) => dialog(page, name).waitFor())
export const seeDialog = (name?: string): Open => seeDialogNamed(name)

/** Presses a button in the main area of the page. */
export const press = named((page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true }).first().click())
export const pressInDialog = named((page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true }).click())
export const pressInBar = named((page, name: string | RegExp) =>
  bar(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click(),
)
export const choose = named((page, name: string) => page.getByRole('menuitem', { name, exact: true }).click())
export const seeMenu: Open = (page) => page.getByRole('menu').waitFor()

/** The first interaction, for which background tasks wait. */
export const touch: Open = (page) => page.keyboard.press('Shift')

/** Reloads the page with changed timers: those with these delays (ms) never run, or run at once. Toasts, for example, stay visible. */
export const withTimers =
  (timers: Readonly<Record<number, 'never' | 'soon'>>): Open =>
  async (page) => {
    await page.addInitScript((timers) => {
      const real = window.setTimeout
      const set = (act: TimerHandler, wait = 0, ...rest: unknown[]) =>
        timers[wait] === 'never' ? 0 : real(act, timers[wait] === 'soon' ? 0 : wait, ...rest)
      window.setTimeout = set as typeof window.setTimeout
    }, timers)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
