/** Helpers for tests of the queue panel. */
import { expect, type Locator, type Page } from '@playwright/test'
import { postsOf, showcase } from './api.ts'
import { playerOf } from './members.ts'

export const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Queue', exact: true })
export const queueButton = (page: Page): Locator => playerOf(page).getByRole('button', { name: 'Queue', exact: true })
export const rowOf = (page: Page, title: string): Locator =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Move ${title}`, exact: true }) })
export const handleOf = (page: Page, title: string): Locator => panelOf(page).getByRole('button', { name: `Move ${title}`, exact: true })

/** The titles in the panel, in order. Incomplete for queues longer than a few screens: rows are virtualised. */
export const titlesIn = (page: Page): Promise<string[]> =>
  panelOf(page)
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label')!.slice('Move '.length)))

export const currentIn = (page: Page): Locator => panelOf(page).locator('[aria-current="true"]')

/** Plays the showcase from one of its posts, pauses it, and opens the panel. Returns the titles in order. */
export async function openShowcase(page: Page, from = 1): Promise<string[]> {
  const request = page.context().request
  const bead = await showcase(request)
  const titles = (await postsOf(request, bead.id, 'earliest')).map(({ title }) => title)
  await page.goto(`/${bead.id}?sort=earliest`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${titles[from]}` })
    .click()
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  await expect(panelOf(page)).toBeVisible()
  return titles
}

export async function chooseFor(page: Page, title: string, choice: string): Promise<void> {
  await panelOf(page)
    .getByRole('button', { name: `More for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: choice }).click()
}

/** Presses Undo in the toast of an edit. A used toast remains visible until it has faded out. */
export async function undoOf(page: Page, words: string | RegExp): Promise<void> {
  const toast = page
    .locator('[role=dialog]:not([data-ending-style])')
    .filter({ hasText: words })
    .filter({ has: page.getByRole('button', { name: 'Undo' }) })
  await toast.getByRole('button', { name: 'Undo' }).click()
}

/** Returns the list with the item at `from` moved to `to`. */
export const moved = (titles: readonly string[], from: number, to: number): string[] =>
  titles.filter((_, place) => place !== from).toSpliced(to, 0, titles[from]!)
