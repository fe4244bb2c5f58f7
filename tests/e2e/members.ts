/** Actions of members on the pages, for browser tests. */
import { expect, type Locator, type Page } from '@playwright/test'
import { signUp, startPlaylist } from './api.ts'

export const playerOf = (page: Page): Locator => page.getByRole('region', { name: 'Player' })

/** The title of the current item in the player; that of the next item is not a link. */
export const upIn = (player: Locator, title: string | RegExp): Locator => player.getByRole('link', { name: title }).first()

export async function openSignUp(page: Page): Promise<Locator> {
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  return dialog
}

export async function signUpOnPage(
  page: Page,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
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
  const dialog = page.getByRole('dialog', { name: 'Start a Playlist' })
  await dialog.getByPlaceholder('Enter a title').fill(title)
  await dialog.getByLabel('Category', { exact: true }).selectOption('other')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish this playlist?' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** The submit button of the wizard, in any state. */
export const onwards = (dialog: Locator): Locator => dialog.getByRole('button', { name: /^(Next|Preview|Post!)$/ })

export const searchOrPaste = 'Type to search or paste a link...'

/** Enters a link in the wizard and waits for its look-up, which times out on the server if there is no network. */
export async function chooseLink(dialog: Locator, link: string): Promise<void> {
  await dialog.getByPlaceholder(searchOrPaste).fill(link)
  await expect(dialog.getByRole('button', { name: 'Choose something else' })).toBeVisible({ timeout: 30_000 })
}

/** Goes from the chosen media to the text of the post; fills in the artist if it is missing. */
export async function toWriting(dialog: Locator): Promise<void> {
  const here = dialog.getByRole('heading', { name: 'Media info' })
  if (!(await here.isVisible())) await dialog.getByRole('button', { name: 'Next', exact: true }).click()
  const who = dialog.getByRole('combobox', { name: 'Who made it?' })
  const headline = dialog.getByLabel('Headline')
  await expect(who.or(headline)).toBeVisible()
  if (await headline.isVisible()) return
  if ((await dialog.getByRole('button', { name: /^Remove (?!the copy)/ }).count()) === 0) {
    await who.fill('Somebody')
    await who.press('Enter')
  }
  await dialog.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(headline).toBeVisible()
}

export async function postIt(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await dialog.getByRole('button', { name: 'Post!' }).click()
}

/** Pastes a link into the composer of the open playlist, and posts it with a headline. */
export async function addLinkOnPage(page: Page, link: string, headline?: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  await chooseLink(dialog, link)
  await toWriting(dialog)
  if (headline !== undefined) await dialog.getByLabel('Headline').fill(headline)
  await postIt(dialog)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/newPost/)
}

/** Signs up a member with a playlist, and opens the wizard that adds a post to it. */
export async function compose(page: Page, title: string): Promise<{ dialog: Locator; box: Locator; bead: string }> {
  await signUp(page.context().request, `Maker of ${title}`)
  const bead = await startPlaylist(page.context().request, title)
  await page.goto(`/${bead.id}`)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  return { dialog, box: dialog.getByPlaceholder(searchOrPaste), bead: bead.id }
}
