/** Fields with autocompletion (D7, G4): lookups, suggestions, focus and input methods. That tags are saved is tested in tests/e2e. */
import { expect, test, vi } from 'vitest'
import { cdp, commands, page, type Locator } from 'vitest/browser'
import type { Answers } from './server.ts'
import { expectAccessible } from './axe.ts'
import { expectCount, mount, texts, typeInto, type Mounted } from './mount.tsx'
import { pageOf, sampleBead, sampleMe, sampleMedia, samplePost } from './samples.ts'
import { find, found } from './search-box-kit.ts'

const me = sampleMe()
const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

/** The answers to lookups. All tag lookups after the first wait for `held`. */
function lookups(held?: Promise<void>): Answers {
  let count = 0
  return {
    'GET /api/v1/ml/autocomplete/tag/:query': async ({ params: { query } }) => {
      if ((count += 1) > 1) await held
      const names = ['Jazz', 'JazzClub', 'Japan'].filter((name) => name.toLowerCase().startsWith(query.toLowerCase()))
      return pageOf(...names.map((name, n) => ({ _id: name.toLowerCase(), id: name.toLowerCase(), name, count: 9 - n })))
    },
    'GET /api/v2/search': ({ query: { type } }) =>
      found(type === 'member' ? find('member', 'Jana Novak', { id: 'jana.n' }) : find('bead', 'Night drive to Jena?', { author: 'Jana' })),
  }
}

/** The tags that were looked up. */
const lookedUp = ({ server }: Mounted): string[] =>
  server.inputsOf('GET /api/v1/ml/autocomplete/tag/:query').map(({ params: { query } }) => query)

const dialog = page.getByRole('dialog', { name: 'Edit playlist' })
const tags = dialog.getByRole('combobox', { name: 'Tags' })
const chips = dialog.getByRole('list', { name: 'Selected' }).getByRole('listitem')
const expectTexts = (locator: Locator, expected: readonly unknown[], message?: string) =>
  expect.poll(() => texts(locator).map((text) => text.replaceAll(/\s+/g, ' ')), { message: message ?? '' }).toEqual(expected)

/** Opens the editor of a playlist of the viewer. */
async function openTags(answers: Answers): Promise<Mounted> {
  const bead = sampleBead('With tags', { creator: me, can: { edit: true, delete: true, post: true } })
  const mounted = await mount(bead.href, { me, answers: { 'GET /api/v0/beads/:id': bead, ...answers } })
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit playlist' }).click()
  await expect.element(tags).toBeVisible()
  return mounted
}

test('D7 lookups start 1 s after typing, at once after a handle; a field that lost the focus shows no list', async () => {
  let release = () => {}
  const mounted = await openTags(lookups(new Promise((resolve) => (release = resolve))))
  stopClock()
  await typeInto(tags, 'ja')
  await vi.advanceTimersByTimeAsync(950)
  expect(lookedUp(mounted)).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  await expect.poll(() => lookedUp(mounted)).toEqual(['ja'])
  vi.useRealTimers()
  await expectCount(suggestions, 3)
  await typeInto(tags, 'z')
  await expectTexts(suggestions, [expect.stringContaining('#Jazz'), expect.stringContaining('#JazzClub')], 'from the cache')
  release()
  await commands.press('ArrowDown')
  await expect.element(tags).toHaveAttribute('aria-activedescendant', suggestions.first().element().id)
  await commands.press('Enter')
  await expectTexts(chips, ['#Jazz'])
  await expect.element(tags).toHaveValue('')

  stopClock()
  await typeInto(tags, '#japan')
  await vi.advanceTimersByTimeAsync(200)
  await expect.poll(() => lookedUp(mounted)).toContain('japan')
  vi.useRealTimers()
  await expectTexts(suggestions, [expect.stringContaining('#Japan')])
  await suggestions.first().click()
  await expectTexts(chips, ['#Jazz', '#Japan'])

  await typeInto(tags, '@ja')
  await expectTexts(suggestions, [expect.stringMatching(/Jana Novak.*@jana\.n/)])
  await commands.press('Escape')
  await expectCount(suggestions, 0)
  await expect.element(dialog, { message: 'Escape closes only the list' }).toBeVisible()
  await typeInto(tags, 'n')
  await expectCount(suggestions, 1)
  ;(tags.element() as HTMLElement).blur()
  await expectCount(suggestions, 0)
  await expectTexts(chips, ['#Jazz', '#Japan', '#Jan'], 'the rest of the text is a tag')

  await expectAccessible('the editor with tags', { within: '[role=dialog]' })
})

test('D7 text of an input method is split when its composition ends, with no lookup before', async () => {
  const mounted = await openTags(lookups())
  ;(tags.element() as HTMLElement).focus()
  for (const text of ['#j', '#ja,z', '#jazz, j'])
    await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect.element(tags).toHaveValue('#jazz, j')
  await expectCount(chips, 0)
  expect(lookedUp(mounted)).toEqual([])
  await cdp().send('Input.insertText', { text: '#jazz, ja' })
  await expectTexts(chips, ['#Jazz'])
  await expect.element(tags).toHaveValue('ja')
  await expect.poll(() => lookedUp(mounted)).toEqual(['ja'])
})

test('G4 in a comment, members, tags and playlists are completed, and the caret is behind them', async () => {
  const bead = sampleBead('Comments', { postCount: 1 })
  const post = samplePost('Stones', bead, 1, { media: sampleMedia() })
  await mount(`/${post.href}`, {
    me,
    answers: { 'GET /api/v0/beads/:id': bead, 'GET /api/v0/posts': pageOf(post), 'GET /api/v0/posts/:bead/:id': post, ...lookups() },
  })
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.click()
  await commands.typeText('Ask @jan')
  await expectTexts(suggestions, [expect.stringMatching(/Jana Novak.*@jana\.n/)])
  await expect.element(field).toHaveAttribute('aria-activedescendant', expect.stringMatching(/.+/))
  await commands.press('Enter')
  await expect.element(field).toHaveValue('Ask @jana.n ')
  await commands.typeText('about #jaz')
  await expectTexts(suggestions, [expect.stringContaining('#Jazz'), expect.stringContaining('#JazzClub')])
  await commands.press('ArrowDown')
  await commands.press('ArrowDown')
  await commands.press('Tab')
  await expect.element(field).toHaveValue('Ask @jana.n about #JazzClub ')
  await expect.element(field).toHaveFocus()
  await commands.typeText('in *night')
  await suggestions.filter({ hasText: 'Night drive' }).click()
  await expect.element(field).toHaveValue('Ask @jana.n about #JazzClub in *NightDriveToJena ')
  await expect.element(field).toHaveFocus()

  await commands.typeText('#ja')
  await expect.element(suggestions.first()).toBeVisible()
  await commands.press('Escape')
  await expectCount(suggestions, 0)
  await expectCount(page.getByText('Your changes will not be saved. Close anyway?'), 0)
  await commands.press('Enter')
  await commands.typeText('end')
  await expect.element(field).toHaveValue(expect.stringMatching(/ #ja\nend$/))
  await commands.press('Control+z')
  await expect.element(field, { message: 'undo works' }).not.toHaveValue(expect.stringMatching(/end$/))

  await commands.typeText(' @ja')
  await expectCount(suggestions, 1)
  stopClock()
  ;(field.element() as HTMLElement).blur()
  await vi.advanceTimersByTimeAsync(150)
  expect(suggestions.elements(), 'the press that left the field may be on one of them').toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  await expectCount(suggestions, 0)
})
