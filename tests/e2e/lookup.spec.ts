/** Fields with autocompletion (D7, G4), saved on the server. Lookups, focus and input methods are tested in tests/component. */
import { addPost, postsOf, signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { postIt } from './members.ts'
import { find } from './search-box.ts'

const suggestionsOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** Fakes the answers to look-ups. */
async function answerLookups(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/ml\/autocomplete\/tag\//, async (route) => {
    const query = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1)!)
    const results = ['Jazz', 'JazzClub', 'Japan']
      .filter((name) => name.toLowerCase().startsWith(query.toLowerCase()))
      .map((name, n) => ({ _id: name.toLowerCase(), id: name.toLowerCase(), name, count: 9 - n }))
    await route.fulfill({ json: { results, next: null, counts: { total: results.length } } })
  })
  await page.route(/\/api\/v2\/search\?/, async (route) => {
    const params = new URL(route.request().url()).searchParams
    const results =
      params.get('type') === 'member'
        ? [find('member', 'Jana Novak', { id: 'jana.n' })]
        : [find('bead', 'Night drive to Jena?', { author: 'Jana' })]
    await route.fulfill({ json: { results, next: null, counts: { total: 1 } } })
  })
}

async function openTags(page: Page): Promise<{ field: Locator; dialog: Locator }> {
  await signUp(page.context().request, 'Tag Chooser')
  const bead = await startPlaylist(page.context().request, 'With tags')
  await page.goto(bead.href)
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit playlist' })
  return { field: dialog.getByRole('combobox', { name: 'Tags' }), dialog }
}
const chipsOf = (dialog: Locator): Locator => dialog.getByRole('list', { name: 'Selected' }).getByRole('listitem')

test('D7 tags are split, capitalised and deduplicated; removed by keyboard; and saved', async ({ page }) => {
  const { field, dialog } = await openTags(page)
  await field.pressSequentially('jazz, deep house;JAZZ#night  ')
  await expect(chipsOf(dialog)).toHaveText(['#Jazz', '#DeepHouse', '#Night'])
  await field.pressSequentially('rock')
  await field.press('Enter')
  await expect(chipsOf(dialog)).toHaveText(['#Jazz', '#DeepHouse', '#Night', '#Rock'])
  await expect(dialog).toBeVisible()

  await field.press('Backspace')
  await expect(dialog.getByRole('button', { name: 'Remove Rock' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  await expect(chipsOf(dialog)).toHaveText(['#Jazz', '#Night', '#Rock'])
  await expect(dialog.getByRole('button', { name: 'Remove Jazz' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove Rock' }).click()

  await field.fill('left unfinished')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['#Jazz', '#Night', '#LeftUnfinished'])
})

test('G4 R23 in a rich text, references are completed, on a new line too; shortcuts and buttons set the formats', async ({
  page,
  baseURL,
}) => {
  await answerLookups(page)
  const { uid } = await signUp(page.context().request, 'Rich Writer')
  const bead = await startPlaylist(page.context().request, 'To be written')
  await addPost(page.context().request, bead.id, `${baseURL}/clips/two-stones.webm`, 'Stones to write of')
  await page.goto(`${bead.href}?sort=earliest`)
  await page.getByRole('button', { name: 'More for Stones to write of' }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('With ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('#jaz')
  await expect(suggestionsOf(page)).toHaveText([/#Jazz/, /#JazzClub/])
  await suggestionsOf(page).nth(1).click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('and @ja')
  await expect(suggestionsOf(page)).toHaveText([/Jana Novak/])
  await page.keyboard.press('Enter')
  await expect(text).toHaveText('With #JazzClub and @jana.n')
  await page.keyboard.press('Enter')
  await page.route(/\/api\/v2\/search\?/, (route) =>
    route.fulfill({ json: { results: [find('member', 'Rich Writer', { id: uid })], next: null, counts: { total: 1 } } }),
  )
  await page.keyboard.type(`@${uid.slice(0, 3)}`)
  await expect(suggestionsOf(page)).toHaveText([/Rich Writer/])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await test.step('R23 bold off, then underline on at the caret', async () => {
    const mark = (name: string) => dialog.getByRole('button', { name, exact: true })
    await expect(mark('Bold')).toHaveAttribute('aria-keyshortcuts', /^(Control|Meta)\+B$/)
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('bold')
    await expect(mark('Bold')).toHaveAttribute('aria-pressed', 'true')
    await mark('Bold').click()
    await mark('Underline').click()
    await expect(mark('Bold')).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.type('under')
    await page.keyboard.press('ControlOrMeta+u')
    await page.keyboard.press('ControlOrMeta+i')
    await page.keyboard.type('slant')
    await expect(mark('Italic')).toHaveAttribute('aria-pressed', 'true')
    await expect(text, 'undo and redo').toContainText('underslant')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text).not.toContainText('slant')
    await page.keyboard.press('ControlOrMeta+Shift+z')
  })
  await expect(text).toHaveText(`With #JazzClub and @jana.n\n@${uid}\nboldunderslant`, { useInnerText: true })
  await postIt(dialog)
  await expect(dialog).toBeHidden()
  const [post] = await postsOf(page.context().request, bead.id, 'earliest')
  expect(post!.description).toContain('<a href="/tag/JazzClub">#JazzClub</a>')
  expect(post!.description, 'the line break before a mention stays, and its link is kept').toContain(
    `<br><a href="/p/${uid}">@${uid}</a><br><b>bold</b><u>under</u><i>slant</i>`,
  )
})
