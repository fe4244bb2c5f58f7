/** Copies of a medium in the wizard: they are added, reordered and removed, and any of them can be the main one (BZ1). */
import { messages } from '#contract/messages.ts'
import { addPost, postsOf } from './api.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { chooseLink, compose, onwards, playerOf, postIt, toWriting } from './members.ts'

const clip = '/clips/last-light.mp4'
const gone = 'https://example.org/nothing-here.mp4'
const song = 'https://example.net/nor-here.mp3'

const copiesIn = (dialog: Locator): Locator => dialog.getByRole('list', { name: 'Other copies' }).getByRole('listitem')

async function nameMaker(dialog: Locator): Promise<void> {
  const who = dialog.getByRole('combobox', { name: 'Who made it?' })
  await who.fill('Somebody')
  await who.press('Enter')
}

async function addCopy(dialog: Locator, href: string): Promise<void> {
  const link = dialog.getByLabel('Link to another copy')
  await link.fill(href)
  await link.press('Enter')
}

test('BZ1 a copy at another provider is added, reordered, removed; the player falls back to it', async ({ page }) => {
  const { dialog, bead } = await compose(page, 'In several places')
  await chooseLink(dialog, 'https://example.org/nothing-here.mp4')
  await onwards(dialog).click()
  const who = dialog.getByRole('combobox', { name: 'Who made it?' })
  await who.fill('Somebody')
  await who.press('Enter')
  const link = dialog.getByLabel('Link to another copy')
  const add = async (href: string) => {
    await link.fill(href)
    await link.press('Enter')
  }
  await add('not an address')
  await expect(dialog.getByRole('alert').filter({ hasText: messages.linkInvalid })).toBeVisible()
  await add('https://example.org/a-page')
  await expect(dialog.getByRole('alert').filter({ hasText: 'There is nothing to play at that address.' })).toBeVisible({ timeout: 15_000 })
  await add('https://example.org/nothing-here.mp4')
  await expect(dialog.getByRole('alert').filter({ hasText: 'This copy is already listed.' })).toBeVisible({ timeout: 15_000 })
  const copies = dialog.getByRole('list', { name: 'Other copies' }).getByRole('listitem')
  await add(clip)
  await expect(copies).toHaveCount(2)
  await add('https://example.org/nor-here.mp3')
  await expect(copies).toHaveCount(3, { timeout: 15_000 })
  await dialog.getByRole('button', { name: 'Move the copy at example.org up' }).click()
  await expect(copies.nth(1)).toContainText('example.org')
  await dialog.getByRole('button', { name: 'Remove the copy at example.org' }).click()
  await expect(copies).toHaveCount(2)
  await toWriting(dialog)
  await dialog.getByLabel('Headline').fill('Plays all the same')
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
  const [post] = await postsOf(page.context().request, bead, 'earliest')
  expect(post!.media!.media.map(({ href }) => href)).toEqual(['https://example.org/nothing-here.mp4', clip])
  await page.getByRole('button', { name: 'Play Plays all the same' }).first().click()
  await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible({ timeout: 20_000 })
})

test('BZ1 any copy can become the main one, by keyboard; its info stays; the playlist may contain it already', async ({ page }) => {
  const { dialog, bead } = await compose(page, 'Another main one')
  await addPost(page.context().request, bead, clip, 'There already')
  await chooseLink(dialog, gone)
  await onwards(dialog).click()
  await nameMaker(dialog)
  await dialog.getByLabel('Start at').fill('0:02')
  await addCopy(dialog, song)
  const copies = copiesIn(dialog)
  await expect(copies).toHaveCount(2, { timeout: 15_000 })
  await addCopy(dialog, clip)
  await expect(copies).toHaveCount(3, { timeout: 15_000 })
  await expect(copies.first()).toContainText('Main')

  // Shift+Tab moves from the field to the buttons of the last copy.
  const lead = copies.nth(2).getByRole('button', { name: /^Make the copy at .* the main one$/ })
  await dialog.getByLabel('Link to another copy').focus()
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Shift+Tab')
  await expect(lead).toBeFocused()
  await page.keyboard.press('Enter')
  const overlay = page.getByRole('dialog', { name: messages.postDuplicate })
  await expect(overlay).toBeVisible()
  await overlay.getByRole('button', { name: 'Cancel' }).click()
  await expect(onwards(dialog)).toBeFocused()
  await expect(copies.first()).toContainText('Last light')
  await expect(copies.nth(1)).toContainText('example.org')

  // Moving the main copy down makes the next one the main copy.
  await copies.first().getByRole('button', { name: /down$/ }).press('Enter')
  await expect(copies.first()).toContainText('example.org')
  await expect(copies.nth(1).getByRole('button', { name: /down$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(copies.nth(2)).toContainText('Last light')
  await copies
    .nth(1)
    .getByRole('button', { name: /^Make the copy at example\.net the main one$/ })
    .press('Enter')
  await expect(dialog.getByText('The copy at example.net is the main one now.')).toBeAttached()
  await expect(copies.first()).toContainText('example.net')
  await expect(dialog.getByLabel('Start at')).toHaveValue('0:02')
  await toWriting(dialog)
  await dialog.getByLabel('Headline').fill('In the new order')
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
  const made = (await postsOf(page.context().request, bead, 'recent')).find(({ title }) => title === 'In the new order')!
  expect([made.media!.href, ...made.media!.media.map(({ href }) => href)]).toEqual([song, song, gone, clip])
  expect(made.media).toMatchObject({ startTime: 2, who: ['Somebody'] })
})

test('BZ1 D10 an edit makes another copy the main one, and the post plays from it at once', async ({ page }) => {
  const { bead } = await compose(page, 'Edited order')
  const { id } = await addPost(page.context().request, bead, gone, 'Out of order', [clip])
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'More for Out of order' }).first().click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await dialog.getByRole('button', { name: /Media info/ }).click()
  const copies = copiesIn(dialog)
  await expect(copies).toHaveCount(2)
  await copies
    .nth(1)
    .getByRole('button', { name: /^Make the copy/ })
    .click()
  await expect(copies.nth(1)).toContainText('example.org')
  await toWriting(dialog)
  await postIt(dialog)
  await expect(dialog).toHaveCount(0)
  const [post] = await postsOf(page.context().request, bead, 'earliest')
  expect(post!.media!.media.map(({ href }) => href)).toEqual([clip, gone])
  expect(post!.title).toBe('Out of order')
  await page.getByRole('button', { name: 'Play Out of order' }).first().click()
  const player = playerOf(page)
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(player).not.toContainText('unavailable')
})
