/** The post wizard: its steps and validation, the choice of a playlist, text posts, drafts, editing and reposting. */
import { messages } from '#contract/messages.ts'
import { addPost, asyncHeader, postsOf, signUp, startPlaylist } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter, reach } from './keyboard.ts'
import { chooseLink, onwards, postIt, searchOrPaste, toWriting } from './members.ts'

const clip = '/clips/last-light.mp4'
const steps = (dialog: Locator): Locator => dialog.getByRole('navigation', { name: 'Steps' }).getByRole('button')
const step = (dialog: Locator, name: string): Locator => dialog.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })

async function compose(page: Page, bead: string): Promise<Locator> {
  await page.goto(`/${bead}`)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  return page.getByRole('dialog', { name: 'Add a post' })
}

test('D1 D7 D13 add by keyboard: Choose media, Pick playlist, Media info, Write post; a playlist advances; Next, Preview, Post!', async ({
  page,
}) => {
  await signUp(page.context().request, 'Wanda Wizard')
  for (let n = 1; n <= 19; n += 1) await startPlaylist(page.context().request, `Shelf ${n}`)
  const often = await startPlaylist(page.context().request, 'Posted to often')
  await addPost(page.context().request, often.id, '/clips/two-stones.webm', 'Before')
  await startPlaylist(page.context().request, 'The latest')
  await page.goto('/music')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>('#main h1')?.focus())
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  await expect(steps(dialog)).toHaveText([/Choose media/, /Pick playlist/, /Media info/, /Write post/])
  // "Pick playlist" requires media or text-only, the later steps also a playlist.
  for (const name of ['Pick playlist', 'Media info', 'Write post']) await expect(step(dialog, name)).toBeDisabled()
  await expect(dialog.getByPlaceholder(searchOrPaste)).toBeFocused()
  await enter(page, onwards(dialog))
  await expect(dialog.getByRole('alert').filter({ hasText: 'Please choose something, or post text only.' })).toBeVisible()
  await expect(dialog.getByPlaceholder(searchOrPaste)).toBeFocused()
  await page.keyboard.insertText(clip)
  await page.keyboard.press('Enter')
  await expect(onwards(dialog)).toBeFocused()
  await expect(step(dialog, 'Pick playlist')).toBeEnabled()
  await expect(step(dialog, 'Media info')).toBeDisabled()
  await page.keyboard.press('Enter')

  const places = dialog.getByRole('list', { name: 'Playlists' }).getByRole('button')
  await expect(places.first()).toHaveText('Posted to often')
  await expect(places.nth(1)).toHaveText('The latest')
  await expect(dialog.getByLabel('Choose an existing playlist')).toBeFocused()
  await page.keyboard.type('shelf 7')
  await expect(places).toHaveText(['Shelf 7'])
  await enter(page, places.first())
  await expect(dialog.getByRole('heading', { name: 'Media info' })).toBeVisible()

  await expect(onwards(dialog)).toHaveText('Next')
  await enter(page, onwards(dialog))
  await expect(dialog.getByLabel('Headline')).toBeFocused()
  await expect(onwards(dialog)).toHaveText('Preview')
  await page.keyboard.press('Enter')
  await expect(onwards(dialog)).toHaveText('Post!')
  await expect(dialog.getByText('In Shelf 7')).toBeVisible()
  await enter(page, step(dialog, 'Media info'))
  await expect(onwards(dialog)).toHaveText('Next')
  await enter(page, step(dialog, 'Write post'))
  await enter(page, onwards(dialog))
  await reach(page, onwards(dialog))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/last-light-p\w+\?newPost$/)
})

for (const how of ['mouse', 'keyboard'] as const)
  test(`D7 C4 the picker starts a new playlist, by ${how}: the wizard retains its input and continues with that playlist`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const { request } = page.context()
    await signUp(request, 'Petra Picks')
    if (how === 'mouse') await startPlaylist(request, 'There before')
    await page.goto('/music')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account of/ })
      .waitFor()
    await page.getByRole('button', { name: 'Menu' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add a post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a post' })
    const press = (button: Locator) => (how === 'mouse' ? button.click() : enter(page, button))
    await chooseLink(dialog, clip)
    if (how === 'keyboard') {
      await expect(onwards(dialog)).toBeFocused()
      await page.keyboard.press('Enter')
    } else {
      await onwards(dialog).click()
      // Goes on to the text, and back to pick another playlist.
      await dialog.getByRole('button', { name: 'There before' }).click()
      await onwards(dialog).click()
      await dialog.getByLabel('Headline').fill('Typed before')
      await dialog.getByRole('textbox', { name: 'Text' }).fill('And at length')
      await step(dialog, 'Pick playlist').click()
    }
    const creator = dialog.getByRole('group', { name: 'Start a new Playlist' })
    const title = creator.getByRole('textbox', { name: 'Start a new Playlist' })
    await press(dialog.getByRole('button', { name: 'Start a new Playlist' }))
    await expect(title).toBeFocused()
    // Escape closes only the creator, not the wizard.
    await page.keyboard.press('Escape')
    await expect(creator).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'Start a new Playlist' })).toBeFocused()
    await press(dialog.getByRole('button', { name: 'Start a new Playlist' }))
    await title.fill('7')
    await page.keyboard.press('Enter')
    await expect(creator.getByRole('alert')).toHaveText(messages.beadTitleInvalid)
    await page.route(
      '**/api/v0/beads',
      (route) => (route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback()),
      { times: 1 },
    )
    await title.fill('Made on the way')
    await page.keyboard.press('Enter')
    await expect(creator.getByRole('alert')).not.toBeEmpty()
    await expect(title).toHaveValue('Made on the way')
    await press(creator.getByRole('button', { name: 'Start', exact: true }))
    await expect(dialog.getByRole('heading', { name: 'Media info' })).toBeVisible()
    await press(onwards(dialog))
    if (how === 'mouse') {
      await expect(dialog.getByLabel('Headline')).toHaveValue('Typed before')
      await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveText('And at length')
    }
    await press(onwards(dialog))
    await expect(dialog.getByText('In Made on the way')).toBeVisible()
    await press(onwards(dialog))
    await expect(page).toHaveURL(/newPost$/)
    await expect(page.getByRole('link', { name: 'Made on the way' }).first()).toBeVisible()
  })

test('D9 text-only hides the media steps; the headline is required; the placeholder counts as empty; closing asks for confirmation', async ({
  page,
}) => {
  await signUp(page.context().request, 'Thea Text')
  const bead = await startPlaylist(page.context().request, 'In words')
  const editorCode = scriptOf('renderer/ui/RichTextField.tsx')
  await page.route(editorCode, (route) => route.abort())
  const dialog = await compose(page, bead.id)
  await dialog.getByRole('radio', { name: 'Text only' }).click()
  await expect(dialog.getByRole('heading', { name: 'Write post' })).toBeVisible()
  await test.step("D9 the editor's chunk fails to load → an error, and the other fields work", async () => {
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveCount(0)
    await page.unroute(editorCode)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeVisible()
  })
  await expect(steps(dialog)).toHaveCount(0)
  await onwards(dialog).click()
  await expect(dialog.getByRole('alert').filter({ hasText: messages.postTitleRequired })).toBeVisible()
  await dialog.getByLabel('Headline').fill('Only said')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await test.step('D9 dropped text loses its formatting, as pasted text does', async () => {
    const taken = await text.evaluate((box) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/html', '<img src="/logo.png"><b style="color: red">Dropped</b> words')
      dataTransfer.setData('text/plain', 'Dropped words')
      const { left, top } = box.getBoundingClientRect()
      return !box.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, clientX: left + 12, clientY: top + 12 }),
      )
    })
    expect(taken).toBe(true)
    await expect(text).toHaveText('Dropped words')
    await expect(text.locator('*')).toHaveCount(0)
  })
  await test.step('D9 dropped text is inserted at the drop position, not at the caret', async () => {
    await text.press('End')
    await text.evaluate((box) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/plain', 'well ')
      const range = document.createRange()
      range.setStart(box.firstChild!, 'Dropped '.length)
      const { left, top, height } = range.getBoundingClientRect()
      box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, clientX: left, clientY: top + height / 2 }))
    })
    await expect(text).toHaveText('Dropped well words')
    await page.keyboard.type('-')
    await expect(text, 'the caret is behind it').toHaveText('Dropped well -words')
  })
  await text.fill('What do you think?')

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Headline')).toHaveValue('Only said')

  await dialog.getByRole('button', { name: 'Add media' }).click()
  await expect(steps(dialog)).toHaveCount(3)
  await dialog.getByRole('radio', { name: 'Text only' }).click()
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
  const [post] = await postsOf(page.context().request, bead.id, 'earliest')
  expect(post).toMatchObject({ title: 'Only said', description: '', media: null })

  const again = await compose(page, bead.id)
  await chooseLink(again, clip)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(again).toBeHidden()
})

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`D9 Back from unsaved work → a confirmation; the wizard closes and the page below stays, on a ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signUp(page.context().request, 'Bea Back')
    const bead = await startPlaylist(page.context().request, 'One entry')
    await page.goto('/about')
    const dialog = await compose(page, bead.id)
    const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
    const here = new URL(page.url()).pathname
    await dialog.getByRole('radio', { name: 'Text only' }).click()
    await dialog.getByLabel('Headline').fill('Half a thought')
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Headline')).toHaveValue('Half a thought')
    await page.goBack()
    await question.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    expect(new URL(page.url()).pathname).toBe(here)
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'One entry' })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => (history.state as { guard?: true }).guard), 'the entry of the closed dialog is left again')
      .toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL('/about')

    const again = await compose(page, bead.id)
    await again.getByRole('radio', { name: 'Text only' }).click()
    await again.getByLabel('Headline').fill('A whole thought')
    await postIt(again)
    await expect(page).toHaveURL(/newPost/)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(here))
    await page.goBack()
    await expect(page, 'the form left no entry of its own').toHaveURL('/about')
  })

test('D9 a reload, an expired session and a failed request lose no input; the draft is offered again, or discarded', async ({ page }) => {
  const { email, password } = await signUp(page.context().request, 'Dora Draft')
  const bead = await startPlaylist(page.context().request, 'Half done')
  let dialog = await compose(page, bead.id)
  await chooseLink(dialog, clip)
  await toWriting(dialog)
  await dialog.getByLabel('Headline').fill('Worth keeping')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Said at length')
  await page.reload()
  dialog = await compose(page, bead.id)
  await expect(dialog.getByText('Your draft has been restored.')).toBeVisible()
  await expect(dialog.getByLabel('Headline')).toHaveValue('Worth keeping')
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveText('Said at length')

  await page.route(`**/api/v0/posts/${bead.id}`, (route) => route.abort('internetdisconnected'), { times: 1 })
  await postIt(dialog)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Submit failed, try again' })).toBeVisible()

  await page.context().clearCookies()
  await onwards(dialog).click()
  await page.getByLabel('E-mail or user id').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Log in|Welcome/ })).toBeHidden()
  await expect(dialog.getByText('Worth keeping')).toBeVisible()
  await onwards(dialog).click()
  await expect(page).toHaveURL(/newPost/)

  dialog = await compose(page, bead.id)
  await expect(dialog.getByText('Your draft has been restored.')).toHaveCount(0)
  await dialog.getByPlaceholder(searchOrPaste).fill('half a thought')
  await page.reload()
  dialog = await compose(page, bead.id)
  await expect(dialog.getByPlaceholder(searchOrPaste)).toHaveValue('half a thought')
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(dialog.getByPlaceholder(searchOrPaste)).toHaveValue('')
})

test("D1 D6 D10 edit: Change media, Media info, Edit post; times; a failure shows the server's message; then the post", async ({
  page,
}) => {
  await signUp(page.context().request, 'Edda Edits')
  const bead = await startPlaylist(page.context().request, 'To be changed')
  const post = await addPost(page.context().request, bead.id, clip, 'Before')
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('button', { name: 'More for Before' }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await expect(steps(dialog)).toHaveText([/Change media/, /Media info/, /Edit post/])
  await dialog.getByLabel('Headline').fill('After')
  await step(dialog, 'Media info').click()
  const [start, stop] = [dialog.getByLabel('Start at'), dialog.getByLabel('Stop at')]
  await expect(start).toHaveValue('0:00')
  for (const [from, to, problem] of [
    ['8', '', messages.timeBeyondEnd],
    ['9', '', messages.timeBeyondEnd],
    ['0:0:08', '', messages.timeBeyondEnd],
    ['a while', '', messages.timeInvalid],
    ['0', '8', messages.timeBeyondEnd],
    ['0', '0:09', messages.timeBeyondEnd],
    ['2', '0:02', messages.timeOrder],
    ['2', '0:01', messages.timeOrder],
  ] as const) {
    await start.fill(from)
    await stop.fill(to)
    await onwards(dialog).click()
    await expect(dialog.getByRole('alert').filter({ hasText: problem })).toBeVisible()
    await expect(start).toBeVisible()
  }
  // Times below the duration are valid.
  for (const [from, to] of [
    ['7', ''],
    ['0', '7'],
    ['6', '0:07'],
  ] as const) {
    await start.fill(from)
    await stop.fill(to)
    await onwards(dialog).click()
    await expect(dialog.getByLabel('Headline')).toHaveValue('After')
    await step(dialog, 'Media info').click()
  }
  await start.fill('00:00:02')
  await stop.fill('6')
  await stop.blur()
  await expect(start).toHaveValue('0:02')
  await expect(stop).toHaveValue('0:06')
  await onwards(dialog).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    `**/api/v0/posts/${post.id}`,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await held
      return route.fulfill({ status: 500, json: { code: 'internal', message: 'The disk is full.', requestId: 'x' } })
    },
    { times: 1 },
  )
  await postIt(dialog)
  // A busy button keeps its name.
  const posting = dialog.getByRole('button', { name: 'Post!', exact: true })
  await expect(posting).toHaveAttribute('aria-busy', 'true')
  await expect(posting).toHaveAccessibleName('Post!')
  release()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Submit failed, try again: The disk is full.' })).toBeVisible()
  await onwards(dialog).click()
  await expect(page).toHaveURL(new RegExp(`/after-${post.id}$`))
  const [edited] = await postsOf(page.context().request, bead.id, 'earliest')
  expect(edited!.title).toBe('After')
  expect(edited!.media).toMatchObject({ startTime: 2, endTime: 6 })
})

test('D10 BZ2 an edit starts with the current post and does not revert changes made since', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Ada Again')
  const bead = await startPlaylist(request, 'Changed in between')
  const post = await addPost(request, bead.id, clip, 'First words')
  await page.goto(`/${bead.id}?sort=earliest`)
  const requests: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'GET' && new URL(one.url()).pathname === `/api/v0/posts/${post.id}`) requests.push(one.url())
  })
  const open = async () => {
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit post' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await open()
  await expect(dialog.getByLabel('Headline')).toHaveValue('First words')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  // Another writer changes the post and repairs its link.
  const changed = await request.post(`/api/v0/posts/${post.id}`, {
    headers: asyncHeader,
    data: { title: 'Second words', tags: ['Repaired'], media: { href: '/clips/rule-110.mp4' } },
  })
  expect(changed.ok()).toBe(true)
  await open()
  await expect(dialog.getByLabel('Headline')).toHaveValue('Second words')
  expect(requests).toHaveLength(2)
  await step(dialog, 'Media info').click()
  await dialog.getByLabel('Start at').fill('0:01')
  await onwards(dialog).click()
  await postIt(dialog)
  await expect(page).toHaveURL(new RegExp(`/second-words-${post.id}$`))
  const [edited] = await postsOf(request, bead.id, 'earliest')
  expect(edited).toMatchObject({ title: 'Second words', tags: ['Repaired'], media: { href: '/clips/rule-110.mp4', startTime: 1 } })
})

test("D10 D11 repost: 'Add to another playlist'; the reason of a refusal; editing it clears the other author's headline and description", async ({
  page,
  newVisitor,
}) => {
  const other = await newVisitor()
  await signUp(other.request, 'Fiona First')
  const theirs = await startPlaylist(other.request, 'Where it began')
  const original = await addPost(other.request, theirs.id, clip, 'Said by Fiona')
  await signUp(page.context().request, 'Rita Reposts')
  const mine = await startPlaylist(page.context().request, 'Passed on')
  await page.goto(`/${theirs.id}`)
  const open = async () => {
    await page.getByRole('button', { name: 'More for Said by Fiona' }).first().click()
    await page.getByRole('menuitem', { name: 'Add to another playlist' }).click()
    await page.getByRole('dialog', { name: 'Add to another playlist' }).getByRole('button', { name: 'Passed on' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Add to another playlist' })
  await expect(dialog.getByRole('heading', { name: 'Said by Fiona' })).toBeVisible()
  await page.route(
    `**/api/v0/posts/${original.id}/repost/*`,
    (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: messages.repostSelf, requestId: 'x' } }),
    { times: 1 },
  )
  await onwards(dialog).click()
  await expect(dialog.getByRole('alert').filter({ hasText: `Sorry, could not repost because ${messages.repostSelf}` })).toBeVisible()
  await onwards(dialog).click()
  await expect(page).toHaveURL(new RegExp(`${mine.id}/said-by-fiona-p\\w+\\?newPost$`))
  const [reposted] = await postsOf(page.context().request, mine.id, 'earliest')
  expect(reposted!.originalPost).toMatchObject({ id: original.id })

  await page.goto(`/${mine.id}`)
  await page.getByRole('button', { name: 'More for Said by Fiona' }).first().click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit post' })
  await expect(edit.getByLabel('Headline')).toHaveValue('')
  await expect(edit.getByRole('textbox', { name: 'Text' })).toHaveText('')
  expect(
    (await page.context().request.post(`/api/v0/posts/${original.id}`, { headers: asyncHeader, data: { title: 'Not mine' } })).status(),
  ).toBe(403)
})
