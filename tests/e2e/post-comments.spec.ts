/** Comments: unfolded (G1), added, modified, deleted and kept as drafts (G2), liked (G3), with references (G4), and flagged (H3). */
import { limits } from '#contract/limits.ts'
import { asyncHeader, showcase, signUp } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter } from './keyboard.ts'
import { cardOf, logIn, main, addComment, send, toasts, writePosts, statusOfWrite } from './posts.ts'

const talkOf = (of: Locator) => of.getByRole('button', { name: /^Comments on / })
const fieldIn = (of: Locator) => of.getByRole('textbox', { name: 'Your comment' })
const lineOf = (of: Locator, text: string) => of.getByRole('listitem').filter({ hasText: text })
const moreOf = (line: Locator) => line.getByRole('button', { name: /^More for the comment/ })
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const button = (of: Locator, name: string) => of.getByRole('button', { name, exact: true })

test('G1 G2 comments unfold on a card, load when first unfolded, and one is added there; each limit and message', async ({
  page,
  newVisitor,
}) => {
  const writer = await newVisitor()
  const {
    bead,
    posts: [post],
  } = await writePosts(writer.request, 'Wolf Writes', [{ title: 'Talked about' }, { title: 'Silent' }])
  await signUp(page.context().request, 'Cleo Comments')
  await addComment(page.context().request, post!.id, 'The first word')
  const requests: string[] = []
  page.on('request', (sent) => void (sent.method() === 'GET' && /\/api\/v0\/comments\//.test(sent.url()) && requests.push(sent.url())))
  await page.goto(`/${bead.id}?sort=earliest`)
  const card = cardOf(page, 'Talked about')
  await expect(talkOf(card)).toHaveAttribute('aria-expanded', 'false')
  await expect(talkOf(card)).toHaveText('1')
  expect(requests).toEqual([])
  await enter(page, talkOf(card))
  await expect(talkOf(card)).toHaveAttribute('aria-expanded', 'true')
  await expect(card.getByText('The first word')).toBeVisible()
  await talkOf(card).press('Enter')
  await expect(card.getByText('The first word')).toBeHidden()
  await talkOf(card).press('Enter')
  await expect(card.getByText('The first word')).toBeVisible()
  expect(requests, 'asked for once').toHaveLength(1)

  const field = fieldIn(card)
  await test.step('an empty comment and white space → an error', async () => {
    for (const text of ['', '   \n ']) {
      await field.fill(text)
      await button(card, 'Add').click()
      await expect(card.getByText('Please enter a comment first')).toBeVisible()
      await expect(field).toBeFocused()
    }
  })
  await test.step('keys of an input method neither discard nor send the text', async () => {
    await field.fill('まだ')
    for (const key of ['Escape', 'Enter'])
      await field.evaluate(
        (element, pressed) =>
          element.dispatchEvent(
            new KeyboardEvent('keydown', { key: pressed, ctrlKey: pressed === 'Enter', isComposing: true, bubbles: true }),
          ),
        key,
      )
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(field).toHaveValue('まだ')
    await expect(button(card, 'Add')).toBeEnabled()
  })
  await test.step('64,000 characters are accepted, more cannot be typed', async () => {
    await expect(field).toHaveAttribute('maxlength', String(limits.text.max))
    await field.fill(`long ${'x'.repeat(limits.text.max - 5)}`)
    await expect(card.getByText('0 left')).toBeVisible()
    expect(await statusOfWrite(page, /comments/, () => button(card, 'Add').click())).toBe(200)
    await expect(field).toHaveValue('')
    await expect(lineOf(card, 'long xxx')).toBeVisible()
    await expect(talkOf(card)).toHaveText('2')
    const over = await page
      .context()
      .request.post(`/api/v0/comments/${post!.id}`, { headers: asyncHeader, data: { text: 'x'.repeat(limits.text.max + 1) } })
    expect([over.status(), ((await over.json()) as { fields: object }).fields]).toEqual([
      400,
      { text: 'A comment can have at most 64,000 characters.' },
    ])
  })
  await test.step('no comments → an empty state', async () => {
    await talkOf(cardOf(page, 'Silent')).click()
    await expect(cardOf(page, 'Silent').getByText('No comments yet.')).toBeVisible()
  })
})

test('G1 G2 BY17 of more than 50 comments the rest is loaded by keyboard; a comment added before can be edited and deleted', async ({
  page,
  newVisitor,
}) => {
  const writer = await newVisitor()
  const {
    posts: [post],
  } = await writePosts(writer.request, 'Will Writes', [{ title: 'Much talked about' }])
  await signUp(page.context().request, 'Fifi Fifty')
  for (let n = 1; n <= 52; n += 1) await addComment(writer.request, post!.id, `Word ${n}.`)
  await page.goto(`/${post!.href}`)
  const talk = main(page).getByRole('region', { name: /comments?$/i })
  await expect(talk.getByRole('listitem')).toHaveCount(50)
  await fieldIn(talk).fill('Beyond the end')
  expect(await statusOfWrite(page, /comments/, () => button(talk, 'Add').click())).toBe(200)
  await expect(lineOf(talk, 'Beyond the end')).toBeVisible()

  await moreOf(lineOf(talk, 'Beyond the end')).press('Enter')
  await enter(page, entry(page, 'Edit comment'), 'ArrowDown')
  const open = talk.getByRole('listitem').filter({ has: page.getByRole('textbox') })
  await fieldIn(open).fill('Beyond the end, corrected')
  expect(await statusOfWrite(page, /comments/, () => button(open, 'Modify').click())).toBe(200)
  await expect(lineOf(talk, 'Beyond the end, corrected')).toContainText('edited')

  await moreOf(lineOf(talk, 'Beyond the end')).press('Enter')
  await enter(page, entry(page, 'Delete comment'), 'ArrowDown')
  const sure = page.getByRole('dialog', { name: 'Are you sure you want to delete this comment?' })
  expect(await statusOfWrite(page, /comments/, () => button(sure, 'Delete').click())).toBe(200)
  await expect(talk.getByText('Comment deleted')).toHaveCount(1)
  await expect(talk.getByText('Beyond the end')).toHaveCount(0)

  await button(talk, 'Show more comments').press('Enter')
  await expect(lineOf(talk, 'Word 51.')).toBeFocused()
  await expect(talk.getByRole('listitem')).toHaveCount(53)
  await expect(talk.getByText('Comment deleted')).toHaveCount(1)
})

test("G2 an author modifies a comment, discards changes after a confirmation, and deletes it; an admin deletes others'", async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const writer = await newVisitor()
  const {
    posts: [post],
  } = await writePosts(writer.request, 'Ward Writes', [{ title: 'Said and unsaid' }])
  const { request } = page.context()
  await signUp(request, 'Edda Edits')
  await addComment(request, post!.id, 'As it was said')
  await addComment(request, post!.id, 'To be taken back')
  const doomed = await addComment(request, post!.id, 'Gone by then')
  await addComment(writer.request, post!.id, 'Somebody else’s')
  await page.goto(`/${post!.href}`)
  const talk = main(page).getByRole('region', { name: /comments?$/i })
  /** The comment that is being edited. */
  const open = talk.getByRole('listitem').filter({ has: page.getByRole('textbox') })
  const field = fieldIn(open)
  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
  const edit = async (text: string) => {
    await enter(page, moreOf(lineOf(talk, text)))
    await enter(page, entry(page, 'Edit comment'), 'ArrowDown')
    await expect(field).toBeFocused()
  }

  await edit('As it was said')
  await expect(field).toHaveValue('As it was said')
  await expect(button(open, 'Add')).toHaveCount(0)
  await field.fill('')
  await button(talk, 'Modify').click()
  await expect(talk.getByText('Please enter a comment first')).toBeVisible()
  await field.fill('As it was meant')
  await field.press('Escape')
  await button(question, 'Keep editing').click()
  await expect(field).toHaveValue('As it was meant')
  await enter(page, button(open, 'Discard'))
  await enter(page, button(question, 'Discard'))
  await expect(field).toHaveCount(0)
  await expect(talk.getByText('As it was said')).toBeVisible()
  await expect(moreOf(lineOf(talk, 'As it was said'))).toBeFocused()

  await edit('As it was said')
  await field.fill('As it was meant')
  expect(await statusOfWrite(page, /comments/, () => enter(page, button(open, 'Modify')))).toBe(200)
  await expect(lineOf(talk, 'As it was meant')).toContainText('edited')
  await expect(field).toHaveCount(0)

  await test.step('modifying a deleted comment (409) → the edit is dropped and the list refetched', async () => {
    await edit('Gone by then')
    await field.fill('Too late')
    expect((await request.delete(`/api/v0/comments/${doomed.id}`, { headers: asyncHeader })).status()).toBe(200)
    expect(await statusOfWrite(page, /comments/, () => button(talk, 'Modify').click())).toBe(409)
    await expect(field).toHaveCount(0)
    await expect(talk.getByText('Comment deleted')).toHaveCount(1)
    await expect(talk.getByText('Gone by then')).toHaveCount(0)
    await page.reload()
    await expect(talk.getByText('Comment deleted')).toHaveCount(1)
    await expect(field).toHaveCount(0)
  })

  await test.step('its author deletes a comment', async () => {
    await enter(page, moreOf(lineOf(talk, 'To be taken back')))
    await enter(page, entry(page, 'Delete comment'), 'ArrowDown')
    const sure = page.getByRole('dialog', { name: 'Are you sure you want to delete this comment?' })
    await enter(page, button(sure, 'Cancel'))
    await expect(sure).toBeHidden()
    await expect(talk.getByText('To be taken back')).toBeVisible()
    await enter(page, moreOf(lineOf(talk, 'To be taken back')))
    await enter(page, entry(page, 'Delete comment'), 'ArrowDown')
    expect(await statusOfWrite(page, /comments/, () => button(sure, 'Delete').click())).toBe(200)
    await expect(toasts(page).getByText('The comment was deleted')).toBeVisible()
    await expect(talk.getByText('Comment deleted')).toHaveCount(2)
    await expect(talk.getByText('To be taken back')).toHaveCount(0)
    await expect(lineOf(talk, 'Comment deleted').nth(0)).toBeVisible()
    await expect(moreOf(lineOf(talk, 'Comment deleted'))).toHaveCount(0)
  })

  await test.step('comments of others can only be flagged, for five reasons (H3)', async () => {
    await enter(page, moreOf(lineOf(talk, 'Somebody else’s')))
    await expect(page.getByRole('menuitem')).toHaveCount(1)
    await entry(page, 'Flag comment').click()
    const dialog = page.getByRole('dialog', { name: 'What is wrong with this comment?' })
    await expect(dialog.getByRole('radio')).toHaveCount(5)
    await expect(dialog.getByRole('radio', { name: 'Does not belong in this playlist' })).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'Spam' }).check()
    expect(await statusOfWrite(page, /feedback\/flag/, () => button(dialog, 'Flag').click())).toBe(200)
    await expect(toasts(page).getByText('Thanks, we have received your feedback')).toBeVisible()
  })

  await test.step('an admin deletes any comment after the same confirmation', async () => {
    const admin = await newVisitor()
    await logIn(admin.request, 'admin')
    const theirs = await admin.newPage()
    await theirs.goto(`/${post!.href}`)
    const line = lineOf(main(theirs), 'Somebody else’s')
    await moreOf(line).click()
    await expect(theirs.getByRole('menuitem')).toHaveText(['Delete comment'])
    await entry(theirs, 'Delete comment').click()
    await button(theirs.getByRole('dialog', { name: 'Are you sure you want to delete this comment?' }), 'Delete').click()
    await expect(toasts(theirs).getByText('The comment was deleted')).toBeVisible()
    await expect(main(theirs).getByText('Comment deleted')).toHaveCount(3)
  })
})

test('G2 an unsent comment or edit is offered again after a reload and after the end of the session', async ({ page, newVisitor }) => {
  const writer = await newVisitor()
  const {
    posts: [post],
  } = await writePosts(writer.request, 'Wes Writes', [{ title: 'Interrupted' }])
  const { email, password } = await signUp(page.context().request, 'Dora Drafts')
  const { id } = await addComment(page.context().request, post!.id, 'Said before')
  await page.goto(`/${post!.href}`)
  const offered = main(page).getByText('Your draft has been restored.')
  const fresh = fieldIn(main(page)).first()
  const line = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Dora Drafts' }) })
  const changed = fieldIn(line)
  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })

  await fresh.fill('Half a thought')
  await moreOf(line).click()
  await entry(page, 'Edit comment').click()
  await changed.fill('Said before, and after')
  await page.reload()
  await expect(fresh).toHaveValue('Half a thought')
  await expect(changed).toHaveValue('Said before, and after')
  await expect(offered).toHaveCount(2)

  await test.step('the session ends', async () => {
    await page.context().clearCookies({ name: 'strand_session' })
    expect(await statusOfWrite(page, new RegExp(id), () => button(line, 'Modify').click())).toBe(401)
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Password', { exact: true }) })
    await dialog.getByLabel('E-mail or user id').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await button(dialog, 'Log in').click()
    await expect(dialog).toBeHidden({ timeout: 15_000 })
    await expect(changed).toHaveValue('Said before, and after')
    await expect(fresh).toHaveValue('Half a thought')
  })

  await test.step('Start over asks for confirmation', async () => {
    await button(line, 'Start over').click()
    await button(question, 'Keep editing').click()
    await expect(changed).toHaveValue('Said before, and after')
    await button(line, 'Start over').click()
    await button(question, 'Start over').click()
    await expect(changed).toHaveValue('Said before')
    await button(line, 'Discard').click()
    await expect(changed).toHaveCount(0)
  })

  await test.step('a sent comment leaves no draft', async () => {
    expect(await statusOfWrite(page, /comments/, () => button(main(page), 'Add').click())).toBe(200)
    await expect(main(page).getByText('Half a thought')).toBeVisible()
    await page.reload()
    await expect(main(page).getByText('Half a thought')).toBeVisible()
    await expect(fresh).toHaveValue('')
    await expect(offered).toHaveCount(0)
  })
})

test('G3 a like updates at once, rolls back if refused, and its members are listed; a visitor signs in for it', async ({
  page,
  newVisitor,
}) => {
  const writer = await newVisitor()
  const {
    posts: [post],
  } = await writePosts(writer.request, 'Wera Writes', [{ title: 'Likeable' }])
  const { id } = await addComment(writer.request, post!.id, 'Who likes this?')
  const other = await newVisitor()
  await signUp(other.request, 'Otto Other')
  await send(other.request, `comments/${id}/reaction/like`)
  await page.goto(`/${post!.href}`)
  const line = lineOf(main(page), 'Who likes this?')
  const like = line.getByRole('button', { name: /^Like the comment by / })
  await expect(like).toHaveAttribute('title', 'Sign in to like this comment')
  await like.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  expect(await page.evaluate(() => (JSON.parse(sessionStorage.getItem('strand-intent') ?? '{}') as { intent?: object }).intent)).toEqual({
    type: 'commentReact',
    id,
  })
  await page.keyboard.press('Escape')

  await signUp(page.context().request, 'Lia Likes')
  await page.reload()
  const likes = line.getByRole('button', { name: /^Liked by: / })
  await expect(likes).toHaveText(/1$/)
  expect(await statusOfWrite(page, /reaction\/like/, () => like.press('Enter'))).toBe(200)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(likes).toHaveText(/2$/)
  await enter(page, likes)
  const dialog = page.getByRole('dialog', { name: 'Liked by' })
  for (const name of ['Lia Likes', 'Otto Other']) await expect(dialog.getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(likes).toBeFocused()

  await page.route('**/reaction/like', (route) =>
    route.fulfill({ status: 500, json: { message: 'Uh oh, something went wrong. Please try again.', code: 'internal', requestId: '' } }),
  )
  await like.click()
  await expect(page.getByText('Uh oh, something went wrong. Please try again.').first()).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(likes).toHaveText(/2$/)
  await page.unrouteAll()
  expect(await statusOfWrite(page, /reaction\/like/, () => like.click())).toBe(200)
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(likes).toHaveText(/1$/)
})

test('BY24 G3 a like that a member presses before the code of members has loaded is sent once it has', async ({ page, newVisitor }) => {
  const writer = await newVisitor()
  const {
    posts: [post],
  } = await writePosts(writer.request, 'Wera Writes', [{ title: 'Likeable' }])
  await addComment(writer.request, post!.id, 'Who likes this early?')
  await signUp(page.context().request, 'Lia Likes')
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(scriptOf('renderer/widgets/post/CommentToggle.tsx'), async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/${post!.href}`)
  const line = lineOf(main(page), 'Who likes this early?')
  const like = line.getByRole('button', { name: /^Like the comment by / })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(line.getByRole('button', { name: /^Liked by: / })).toHaveText(/1$/)
  await page.unrouteAll({ behavior: 'wait' })
})

test('G4 a mention, a tag and a playlist are completed, become links, and the mentioned member is notified', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const writer = await newVisitor()
  const {
    uid,
    posts: [post],
  } = await writePosts(writer.request, 'Minaquist Mentioned', [{ title: 'With references' }])
  const bead = await showcase(page.request)
  await signUp(page.context().request, 'Rolf Refers')
  await page.goto(`/${post!.href}`)
  const field = fieldIn(main(page)).first()
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  // The new member is indexed asynchronously.
  await expect(async () => {
    await field.fill('')
    await field.pressSequentially('Ask @minaq')
    await options
      .filter({ hasText: `@${uid}` })
      .first()
      .click({ timeout: 3000 })
  }).toPass()
  await expect(field).toHaveValue(`Ask @${uid} `)
  await field.pressSequentially('of *shapes')
  await options.filter({ hasText: bead.title }).click()
  await expect(field).toHaveValue(`Ask @${uid} of *ShapesAndSounds `)
  await field.pressSequentially('and #Jazz.')
  expect(await statusOfWrite(page, /comments/, () => button(main(page), 'Add').click())).toBe(200)
  const line = main(page).getByRole('listitem').filter({ hasText: 'Ask' })
  await expect(line.getByRole('link', { name: `@${uid}` })).toHaveAttribute('href', `/p/${uid}`)
  await expect(line.getByRole('link', { name: '*ShapesAndSounds' })).toHaveAttribute('href', new RegExp(bead.id))
  await expect(line.getByRole('link', { name: '#Jazz' })).toHaveAttribute('href', /\/tag\/Jazz/i)

  const theirs = await writer.newPage()
  await expect(async () => {
    await theirs.goto('/about')
    await theirs
      .getByRole('navigation')
      .getByRole('button', { name: /^Notifications/ })
      .click()
    await expect(theirs.getByRole('dialog', { name: 'Notifications' }).getByText(/Rolf Refers mentioned you/)).toBeVisible({
      timeout: 3000,
    })
  }).toPass()
})

test('G2 RO1 no comment field where canComment is false', async ({ page, newVisitor }) => {
  const writer = await newVisitor()
  const {
    bead,
    posts: [post],
  } = await writePosts(writer.request, 'Wibke Writes', [{ title: 'Not for all' }])
  const admin = await newVisitor()
  await logIn(admin.request, 'admin')
  const { uid } = await signUp(page.context().request, 'Mute Marvin')
  await addComment(page.context().request, post!.id, 'Said while I could')
  await send(admin.request, `admin/members/${uid}/privileges`, { privileges: { canComment: false } })
  await page.goto(`/${bead.id}?sort=recent`)
  const card = cardOf(page, 'Not for all')
  const code = scriptOf('renderer/widgets/post/CommentComposer.tsx').replace('**', '')
  let requestsOfCode = 0
  page.on('request', (request) => void (request.url().endsWith(code) && (requestsOfCode += 1)))
  await talkOf(card).click()
  await expect(card.getByText('Said while I could')).toBeVisible()
  await expect(fieldIn(card)).toHaveCount(0)
  // Not even its code is loaded, so the field is not only late.
  expect(requestsOfCode).toBe(0)
  await moreOf(lineOf(card, 'Said while I could')).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete comment'])
})
