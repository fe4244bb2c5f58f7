/** Opens the dialog of a playlist, and locates its parts. */
import { expect, type Locator, type Page } from '@playwright/test'
import { signUp } from './api.ts'

export const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: /^(Start a Playlist|Edit playlist)$/ })
export const button = (page: Page, name: string): Locator => dialogOf(page).getByRole('button', { name, exact: true })
export const category = (page: Page): Locator => dialogOf(page).getByLabel('Category', { exact: true })
export const title = (page: Page): Locator => dialogOf(page).getByRole('textbox', { name: 'Title' })

export async function open(page: Page, name: string): Promise<string> {
  const { uid } = await signUp(page.context().request, name)
  await page.goto('/discover')
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  await expect(title(page)).toBeFocused()
  return uid
}

export async function edit(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit playlist' }).click()
  await expect(title(page)).toBeFocused()
}
