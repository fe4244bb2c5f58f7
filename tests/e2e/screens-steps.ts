/** The steps of the openers of screens. They do not import Playwright's test runner, since `npm run screens` runs without it. */
import type { Locator, Page } from '@playwright/test'

export type Open = (page: Page) => Promise<unknown>

export const main = (page: Page): Locator => page.getByRole('main')
export const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name === undefined ? {} : { name })
export const bar = (page: Page): Locator => page.getByRole('banner')

/** Runs steps one after the other. */
export const sequence =
  (...acts: readonly Open[]): Open =>
  async (page) => {
    for (const act of acts) await act(page)
  }

export const seeHeading =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor()
export const seeDialog =
  (name?: string): Open =>
  (page) =>
    dialog(page, name).waitFor()

/** Presses a button in the main area of the page. */
export const press =
  (name: string | RegExp): Open =>
  (page) =>
    main(page).getByRole('button', { name, exact: true }).first().click()
export const pressInDialog =
  (name: string | RegExp): Open =>
  (page) =>
    dialog(page).getByRole('button', { name, exact: true }).click()
export const pressInBar =
  (name: string | RegExp): Open =>
  (page) =>
    bar(page)
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click()
export const choose =
  (name: string): Open =>
  (page) =>
    page.getByRole('menuitem', { name, exact: true }).click()
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
