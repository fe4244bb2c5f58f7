/** What members do on the pages, as the stories of the browser tests tell it. */
import { expect, type Locator, type Page } from '@playwright/test'

export const playerOf = (page: Page): Locator => page.getByRole('region', { name: 'Player' })

/** The title of what is up in the player, which names what comes next as well, but leads only to this. */
export const upIn = (player: Locator, title: string | RegExp): Locator => player.getByRole('link', { name: title }).first()

export async function openSignUp(page: Page): Promise<Locator> {
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  return dialog
}

export async function signUpOnPage(page: Page, { name, email, password }: { name: string; email: string; password: string }): Promise<void> {
  const dialog = await openSignUp(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText(`Welcome, ${name}!`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(accountButton(page, name)).toBeVisible()
}

export const accountButton = (page: Page, name: string): Locator => page.getByRole('button', { name: `Account of ${name}` })

export async function startPlaylistOnPage(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Enter a title').fill(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Pastes a link into the composer of the playlist that is shown, and posts it under a headline. */
export async function addLinkOnPage(page: Page, link: string, headline?: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Paste a link...').fill(link)
  const title = dialog.getByLabel('Headline')
  // Where the network answers nothing the server gives up after its own time.
  await expect(title).toBeVisible({ timeout: 30_000 })
  if (headline !== undefined) await title.fill(headline)
  await dialog.getByRole('button', { name: 'Post!' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/newPost/)
}
