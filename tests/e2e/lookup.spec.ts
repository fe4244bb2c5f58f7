/** Fields with autocompletion (D7, G4). */
import { faultsIn } from './axe.ts'
import { addPost, postsOf, signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { postIt } from './members.ts'
import { find, stopClock } from './search-box.ts'

const suggestionsOf = (page: Page): Locator => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** Fakes the answers to look-ups, and records the queries. All after the first wait for `held`. */
async function answerLookups(page: Page, held?: Promise<void>): Promise<string[]> {
  const requests: string[] = []
  await page.route(/\/api\/v1\/ml\/autocomplete\/tag\//, async (route) => {
    const query = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1)!)
    if (requests.push(query) > 1) await held
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
  return requests
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

test('D7 lookups start 1 s after typing, at once after a handle; a field that lost the focus shows no list', async ({ page }) => {
  let answer = () => {}
  const requests = await answerLookups(page, new Promise((resolve) => (answer = resolve)))
  await page.clock.install()
  const { field, dialog } = await openTags(page)
  await expect(field).toBeVisible()
  // From here on the test advances the clock.
  await stopClock(page)
  await field.pressSequentially('ja')
  await page.clock.runFor(950)
  expect(requests).toEqual([])
  await page.clock.runFor(100)
  await expect.poll(() => requests).toEqual(['ja'])
  await page.clock.resume()
  await expect(suggestionsOf(page)).toHaveCount(3)
  await field.pressSequentially('z')
  await expect(suggestionsOf(page), 'what is known serves until the next answer').toHaveText([/#Jazz/, /#JazzClub/])
  answer()
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', (await suggestionsOf(page).first().getAttribute('id'))!)
  await field.press('Enter')
  await expect(chipsOf(dialog)).toHaveText(['#Jazz'])
  await expect(field).toHaveValue('')

  await stopClock(page)
  await field.pressSequentially('#japan')
  await page.clock.runFor(200)
  await expect.poll(() => requests).toContain('japan')
  await page.clock.resume()
  await expect(suggestionsOf(page)).toHaveText([/#Japan/])
  await suggestionsOf(page).first().click()
  await expect(chipsOf(dialog)).toHaveText(['#Jazz', '#Japan'])

  await field.pressSequentially('@ja')
  await expect(suggestionsOf(page)).toHaveText([/Jana Novak.*@jana\.n/])
  await field.press('Escape')
  await expect(suggestionsOf(page)).toHaveCount(0)
  await expect(dialog, 'Escape closed the list alone').toBeVisible()
  await field.pressSequentially('n')
  await expect(suggestionsOf(page)).toHaveCount(1)
  await field.evaluate((input: HTMLInputElement) => input.blur())
  await expect(suggestionsOf(page)).toHaveCount(0)
  await expect(chipsOf(dialog), 'what is left is meant').toHaveText(['#Jazz', '#Japan', '#Jan'])

  expect(await faultsIn(page, { within: '[role=dialog]' })).toEqual([])
})

test('D7 text of an input method is split when its composition ends, with no lookup before', async ({ page }) => {
  const requests = await answerLookups(page)
  const { field, dialog } = await openTags(page)
  await field.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['#j', '#ja,z', '#jazz, j'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect(field).toHaveValue('#jazz, j')
  await expect(chipsOf(dialog)).toHaveCount(0)
  expect(requests).toEqual([])
  await keyboard.send('Input.insertText', { text: '#jazz, ja' })
  await expect(chipsOf(dialog)).toHaveText(['#Jazz'])
  await expect(field).toHaveValue('ja')
  await expect.poll(() => requests).toEqual(['ja'])
})

test('G4 in a comment, members, tags and playlists are completed, and the caret is behind them', async ({ page, baseURL }) => {
  await answerLookups(page)
  await signUp(page.context().request, 'Comma Tator')
  const bead = await startPlaylist(page.context().request, 'To be talked about')
  const post = await addPost(page.context().request, bead.id, `${baseURL}/clips/two-stones.webm`, 'Stones')
  await page.clock.install()
  await page.goto(`/${post.href}`)
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.click()
  await page.keyboard.type('Ask @jan')
  await expect(suggestionsOf(page)).toHaveText([/Jana Novak.*@jana\.n/])
  await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Ask @jana.n ')
  await page.keyboard.type('about #jaz')
  await expect(suggestionsOf(page)).toHaveText([/#Jazz/, /#JazzClub/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('Ask @jana.n about #JazzClub ')
  await expect(field).toBeFocused()
  await page.keyboard.type('in *night')
  await suggestionsOf(page).filter({ hasText: 'Night drive' }).click()
  await expect(field).toHaveValue('Ask @jana.n about #JazzClub in *NightDriveToJena ')
  await expect(field).toBeFocused()

  await page.keyboard.type('#ja')
  await expect(suggestionsOf(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestionsOf(page)).toHaveCount(0)
  await expect(page.getByText('Your changes will not be saved. Close anyway?')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('end')
  await expect(field).toHaveValue(/ #ja\nend$/)
  await page.keyboard.press('Control+z')
  await expect(field, 'undo works on').not.toHaveValue(/end$/)

  await page.keyboard.type(' @ja')
  await expect(suggestionsOf(page)).toHaveCount(1)
  await stopClock(page)
  await field.evaluate((input: HTMLTextAreaElement) => input.blur())
  await page.clock.runFor(150)
  await expect(suggestionsOf(page), 'a press on one of them may be what left it').toHaveCount(1)
  await page.clock.runFor(100)
  await expect(suggestionsOf(page)).toHaveCount(0)
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
