/** Sharing playlists and posts by e-mail and on social networks, and the additional options of admins (S1, S2, S3). */
import type { BrowserContext } from '@playwright/test'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter as pressAt, reach } from './keyboard.ts'
import { testWith } from './own-server.ts'
import { enter } from './screens-list.ts'
import { countShakes, shakes } from './shakes.ts'

const menuOf = async (page: Page, title: string, within: 'main' | 'article' = 'main'): Promise<Locator> => {
  await page.getByRole(within).getByRole('button', { name: 'Share', exact: true }).first().click()
  const menu = page.getByRole('menu', { name: `Share ${title}` })
  await expect(menu).toBeVisible()
  return menu
}

async function openForm(page: Page, title: string, kind: 'playlist' | 'post' = 'playlist'): Promise<Locator> {
  await (await menuOf(page, title, kind === 'post' ? 'article' : 'main')).getByRole('menuitem', { name: /e-mail/ }).click()
  const dialog = page.getByRole('dialog', { name: `Share this ${kind}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Another member's playlist with one post. */
async function stranger(newVisitor: () => Promise<BrowserContext>, baseURL: string, title: string) {
  const { request } = await newVisitor()
  const { uid } = await signUp(request, 'Mona Maker')
  const bead = await startPlaylist(request, title)
  const post = await addPost(request, bead.id, `${baseURL}/clips/mandelbrot-dive.mp4`, `Falling for ${title}`)
  return { bead, post, uid, request }
}

test('S1 a visitor shares by e-mail: checks in order; the first failure is shown, its field focused, and the dialog shaken for 200 ms', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { bead } = await stranger(newVisitor, baseURL!, 'Checked')
  await countShakes(page)
  await page.goto(bead.href)
  const dialog = await openForm(page, bead.title)
  const [name, address, emails, message] = ['Your name', 'Your e-mail address', 'E-mail addresses', 'Message (optional)'].map((label) =>
    dialog.getByLabel(label),
  )
  await expect(name!).toBeFocused()
  await page.evaluate(() => {
    const animations: string[] = []
    Object.assign(window, { animations })
    new MutationObserver(() => {
      const shaking = document.querySelector('[data-shaking]')
      if (shaking) animations.push(getComputedStyle(shaking).animationDuration)
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shaking'] })
  })
  let refusals = 0
  const refused = async (field: Locator, text: string) => {
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toHaveText([text])
    await expect(field).toBeFocused()
    await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(1)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    refusals += 1
    expect(await shakes(page)).toEqual(Array<number>(refusals).fill(200))
  }
  await emails!.fill('not an address')
  await refused(name!, 'Please enter your name.')
  await name!.fill('R2')
  await refused(name!, "The name you entered wasn't formatted properly. Please double check.")
  await name!.fill('Vera Visitor')
  await refused(address!, 'Please enter your email address.')
  await address!.fill('vera@home')
  await refused(address!, "Your email address isn't formatted properly. Please double check.")
  await address!.fill(' vera@visitors.example ')
  await emails!.fill(' , ')
  await refused(emails!, 'Please enter some emails.')
  await emails!.fill('one@friends.example, two@home')
  await refused(emails!, "One or more of the emails you entered aren't formatted properly. Please double check.")
  await emails!.fill(Array.from({ length: 21 }, (_, n) => `f${n}@friends.example`).join())
  await refused(emails!, 'You can enter at most 20 emails at once.')
  expect(new Set(await page.evaluate(() => (window as unknown as { animations: string[] }).animations))).toEqual(new Set(['0.2s']))
  await expect(page.locator('[data-shaking]')).toHaveCount(0)

  // At most 1,024 characters.
  await message!.fill('m'.repeat(1030))
  await expect(message!).toHaveValue('m'.repeat(1024))
  await message!.fill('m'.repeat(1023))
  await expect(dialog.getByText('1 left')).toBeVisible()
  await message!.fill('Listen to the first.')
  await emails!.fill(' One@friends.example ,two@friends.example, ')
  const sent = page.waitForRequest(/\/share$/)
  await emails!.press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    sharer: { name: 'Vera Visitor', email: ' vera@visitors.example ' },
    sharees: { uids: [], emails: ['one@friends.example', 'two@friends.example'] },
    msg: 'Listen to the first.',
  })
  await expect(page.getByText(`You shared ${bead.title}.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first()).toBeFocused()
  await expect((await menuOf(page, bead.title)).getByText('Shared once')).toBeVisible()
})

test('S1 a failed request, a limit or a reload loses no input; with reduced motion the colour changes; by keyboard', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  const { post } = await stranger(newVisitor, baseURL!, 'Kept')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/${post.href}`)
  const button = page.getByRole('article').getByRole('button', { name: 'Share', exact: true }).first()
  await pressAt(page, button)
  await reach(page, page.getByRole('menuitem', { name: 'Send by e-mail…' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this post' })
  await expect(dialog.getByLabel('Your name')).toBeFocused()
  const colour = () =>
    dialog.locator('form').evaluate((form) => {
      const { backgroundColor, animationName } = getComputedStyle(form.parentElement!)
      return [backgroundColor, animationName]
    })
  const still = await colour()
  // The clock is paused, because the colour lasts only 200 ms.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter your name.')).toBeVisible()
  const [shaken, animation] = await colour()
  expect(animation).toBe('none')
  expect(shaken).not.toBe(still[0])
  await page.clock.runFor(200)
  await expect.poll(colour).toEqual(still)
  await page.clock.resume()

  const fill = async () => {
    for (const text of ['Vera Visitor', 'vera@visitors.example', 'one@friends.example', 'Really.']) {
      await page.keyboard.insertText(text)
      await page.keyboard.press('Tab')
    }
  }
  await fill()
  const expectInput = async () => {
    await expect(dialog.getByLabel('Your name')).toHaveValue('Vera Visitor')
    await expect(dialog.getByLabel('Your e-mail address')).toHaveValue('vera@visitors.example')
    await expect(dialog.getByLabel('E-mail addresses')).toHaveValue('one@friends.example')
    await expect(dialog.getByLabel('Message (optional)')).toHaveValue('Really.')
  }
  const submit = dialog.getByRole('button', { name: 'Share', exact: true })
  const answer = {
    code: 'too_many_requests',
    message: "You've reached today's limit for e-mails. Please try again tomorrow.",
    requestId: 'x',
  }
  await page.route('**/share', (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '3600' }, json: answer }), { times: 1 })
  await pressAt(page, submit)
  await expect(dialog.getByText(answer.message)).toBeVisible()
  await expectInput()
  await page.route('**/share', (route) => route.abort(), { times: 1 })
  await submit.click()
  await expect(dialog.getByText("We can't reach Strand. Check your connection and try again.")).toBeVisible()
  await expectInput()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.reload()
  await openForm(page, post.title, 'post')
  await expect(dialog.getByText('Your draft has been restored.')).toBeVisible()
  await expectInput()
  const before = ((await (await page.request.get(`/api/v0/posts/${post.id}`)).json()) as { shareCount: number }).shareCount
  await submit.click()
  await expect(page.getByText(`You shared ${post.title}.`)).toBeVisible()
  expect(((await (await page.request.get(`/api/v0/posts/${post.id}`)).json()) as { shareCount: number }).shareCount).toBe(before + 1)
  await openForm(page, post.title, 'post')
  await expect(dialog.getByLabel('Your name')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('S1 a member picks followers, types addresses, or both; a session that expires before sending loses no input', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  const { bead } = await stranger(newVisitor, baseURL!, 'For followers')
  const { uid } = await signUp(page.context().request, 'Shari Sharer')
  const fan = await newVisitor()
  const { uid: fanny } = await signUp(fan.request, 'Fanny Fan')
  await fan.request.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })
  await page.goto(bead.href)
  const dialog = await openForm(page, bead.title)
  await expect(dialog.getByLabel('Your name')).toHaveCount(0)
  await expect(dialog.getByLabel('Find members by tag')).toHaveCount(0)
  const submit = dialog.getByRole('button', { name: 'Share', exact: true })
  await submit.click()
  await expect(dialog.getByText('Please select some members and or enter some emails.')).toBeVisible()
  await expect(dialog.getByLabel('E-mail addresses')).toBeFocused()
  await dialog.getByRole('checkbox', { name: 'Fanny Fan' }).check()
  await expect(dialog.getByText('Please select some members and or enter some emails.')).toBeHidden()
  await dialog.getByLabel('E-mail addresses').fill('ann@friends.example')
  await dialog.getByLabel('Message (optional)').fill('For you')
  // The draft survives a reload.
  await page.reload()
  await openForm(page, bead.title)
  await expect(dialog.getByLabel('Message (optional)')).toHaveValue('For you')
  await expect(dialog.getByRole('checkbox', { name: 'Fanny Fan' })).toBeChecked()
  const sent = page.waitForRequest(/\/share$/)
  await submit.click()
  expect((await sent).postDataJSON()).toEqual({ sharees: { uids: [fanny], emails: ['ann@friends.example'] }, msg: 'For you' })
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () =>
      ((await (await fan.request.get('/api/v1/me/notifications')).json()) as { results: { verb: string }[] }).results.map(
        ({ verb }) => verb,
      ),
    )
    .toContain('sharebead')

  await openForm(page, bead.title)
  await dialog.getByLabel('E-mail addresses').fill('bob@friends.example')
  await dialog.getByLabel('Message (optional)').fill('Still here')
  await page.context().clearCookies({ name: 'strand_session' })
  await submit.click()
  // Signed out, the form requires name and address, as for every visitor.
  await expect(dialog.getByText('Please enter your name.')).toBeVisible()
  await expect(dialog.getByLabel('Your name')).toBeVisible()
  await expect(dialog.getByLabel('Message (optional)')).toHaveValue('Still here')
  await expect(dialog.getByLabel('E-mail addresses')).toHaveValue('bob@friends.example')
})

test("S2 networks open in pop-ups of 500 × 350 without an opener; the link is copied; shares are counted; the device's share sheet", async ({
  page,
  context,
  newVisitor,
  baseURL,
}) => {
  const { bead } = await stranger(newVisitor, baseURL!, 'Shared')
  const visited: string[] = []
  await context.route(/^https:\/\/(www\.facebook|twitter)\.com\//, async (route) => {
    visited.push(route.request().url())
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>There</title><script>document.title = window.opener === null ? "alone" : "with an opener"</script>',
    })
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const handed: unknown[] = []
    Object.assign(window, { handed })
    Object.defineProperty(navigator, 'share', { configurable: true, value: async (what: unknown) => void handed.push(what) })
    const { open } = window
    window.open = (...args: Parameters<typeof open>) => {
      Object.assign(window, { features: args[2] })
      return open(...args)
    }
  })
  await page.route('**/updatesharecount', (route) => route.fulfill({ json: { count: 1234 } }))
  await page.goto(bead.href)
  const url = new URL(bead.href, baseURL).href
  for (const [name, address] of [
    ['Share on Facebook', `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url }).toString()}`],
    ['Share on X', `https://twitter.com/intent/tweet?${new URLSearchParams({ text: bead.title, url }).toString()}`],
  ] as const) {
    const menu = await menuOf(page, bead.title)
    await expect(menu.getByText('Shared 1,234 times')).toBeVisible()
    const opened = page.waitForEvent('popup')
    await menu.getByRole('menuitem', { name }).click()
    const popup = await opened
    await popup.waitForURL(address)
    expect(await popup.title()).toBe('alone')
    expect(await page.evaluate(() => (window as unknown as { features: string }).features)).toMatch(/^popup,width=500,height=350,/)
    await popup.close()
  }
  expect(visited).toHaveLength(2)
  await (await menuOf(page, bead.title)).getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await (await menuOf(page, bead.title)).getByRole('menuitem', { name: 'Share with another app…' }).click()
  expect(await page.evaluate(() => (window as unknown as { handed: unknown[] }).handed)).toEqual([{ title: bead.title, url }])
  await (await menuOf(page, bead.title)).getByRole('menuitem', { name: 'Embed…' }).click()
  const embed = page.getByRole('dialog', { name: /^Embed/ })
  await expect(embed).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(embed).toHaveCount(0)
  // A blocked pop-up is reported.
  await page.evaluate(() => {
    window.open = () => null
  })
  await (await menuOf(page, bead.title)).getByRole('menuitem', { name: 'Share on X' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Your browser blocked the window.')).toBeVisible()
})

test('S2 shares of both networks and of Strand are one sum, requested when the menu opens; a draft offers no network', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  const { bead, request } = await stranger(newVisitor, baseURL!, 'Counted')
  await signUp(page.context().request, 'Cora Counter')
  const requestPromise = page.waitForRequest(/\/updatesharecount$/)
  await page.goto(bead.href)
  const menu = await menuOf(page, bead.title)
  expect((await requestPromise).method()).toBe('POST')
  await expect(menu.getByText(/^Shared/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await request.post(`/api/v0/beads/${bead.id}/share`, { headers: asyncHeader, data: { sharees: { emails: ['x@friends.example'] } } })
  await expect((await menuOf(page, bead.title)).getByText('Shared once')).toBeVisible()

  await enter(page.context().request, 'demo')
  const { results } = (await (await page.request.get('/api/v0/beads?createdby=demo&limit=100')).json()) as {
    results: { isDraft: boolean; href: string; title: string }[]
  }
  const draft = results.find(({ isDraft }) => isDraft)!
  await page.goto(draft.href)
  await expect((await menuOf(page, draft.title)).getByRole('menuitem')).toHaveText([
    'Copy link',
    'Open in the app',
    'Send by e-mail or to followers…',
  ])
})

const staffed = testWith({ STRAND_STAFF: 'samistaff' })

staffed(
  'S3 D7 admins find members by a single tag in the share dialog, and tweet the picture, as the staff does; others see neither',
  async ({ page, context, newVisitor, baseURL }) => {
    const { bead, post, uid } = await stranger(newVisitor, baseURL!, 'Tagged')
    const tagger = await newVisitor()
    const { uid: tag } = await signUp(tagger.request, 'Tara Tagger')
    const own = await startPlaylist(tagger.request, 'Of one tag')
    const made = await tagger.request.post(`/api/v0/posts/${own.id}`, {
      headers: asyncHeader,
      data: { title: 'Rare', media: { href: `${baseURL}/clips/paper-hills.jpg` }, tags: ['Zydecopunk'], repeat: true },
    })
    expect(made.ok(), await made.text()).toBe(true)
    await enter(page.context().request, 'admin')
    await page.route(/\/api\/v0\/members\/[^/]+\/followers/, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('from') ?? 0)
      const results = Array.from({ length: 20 }, (_, n) => ({
        uid: `fan${from + n}`,
        name: `Fan Number ${from + n}`,
        verified: false,
        image: null,
      }))
      return route.fulfill({ json: { results, next: from < 100 ? from + 20 : null, counts: { total: 120 } } })
    })
    await page.goto(bead.href)
    const dialog = await openForm(page, bead.title)
    const field = dialog.getByRole('combobox', { name: 'Find members by tag' })
    await field.fill('Zydecopunk')
    await field.press('Enter')
    await dialog.getByRole('list', { name: 'Members who post with #Zydecopunk' }).getByRole('checkbox', { name: 'Tara Tagger' }).check()
    // A second tag replaces the first one; the selected members stay selected.
    await field.fill('Nobodyposts')
    await field.press('Enter')
    await expect(dialog.getByText('No one has posted with #Nobodyposts.')).toBeVisible()
    await expect(dialog.getByText('#Zydecopunk', { exact: true })).toHaveCount(0)
    await expect(dialog.getByRole('list', { name: 'Selected members' }).getByRole('checkbox', { name: 'Tara Tagger' })).toBeChecked()
    // D7 Of several tags separated by delimiters, only the last one is used.
    const tags = dialog.getByRole('list', { name: 'Selected', exact: true }).getByRole('listitem')
    await expect(tags).toHaveText(['#Nobodyposts'])
    for (const [typed, tag] of [
      ['Nobodyone,', '#Nobodyone'],
      ['Nobodytwo;', '#Nobodytwo'],
      ['Nobodythree#', '#Nobodythree'],
      ['Nobodyfour  ', '#Nobodyfour'],
      ['One, two; nobodyfive,', '#Nobodyfive'],
    ] as const) {
      await field.fill('')
      await field.pressSequentially(typed)
      await expect(tags).toHaveText([tag])
      await expect(dialog.getByText(`No one has posted with ${tag}.`)).toBeVisible()
    }
    await expect(dialog.getByRole('list', { name: 'Selected members' }).getByRole('checkbox', { name: 'Tara Tagger' })).toBeChecked()
    await field.fill('')
    // The tag counts as one of at most 100 recipients.
    await dialog.getByRole('button', { name: 'Select all' }).click()
    await expect(dialog.getByText('99 selected, the maximum')).toBeVisible()
    await dialog.getByRole('button', { name: 'Unselect all' }).click()
    const sent = page.waitForRequest(/\/share$/)
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    expect((await sent).postDataJSON()).toMatchObject({ sharees: { uids: [tag], emails: [] } })
    await expect(dialog).toBeHidden()

    await context.route(/^https:\/\/twitter\.com\//, (route) => route.fulfill({ contentType: 'text/html', body: 'X' }))
    const tweets = async (href: string, title: string) => {
      await page.goto(href)
      const requestPromise = page.waitForRequest(/\/autoshare\?picture=1&tw=1$/)
      await menuOf(page, title, 'article')
      await page.getByRole('menuitem', { name: 'Tweet the picture…' }).click()
      expect((await requestPromise).method()).toBe('GET')
      const picture = page.getByRole('dialog', { name: 'Tweet the picture' })
      await expect(picture.getByRole('link', { name: 'Save the picture' })).toHaveAttribute('download')
      const opened = page.waitForEvent('popup')
      await picture.getByRole('button', { name: 'Write the tweet' }).click()
      const popup = await opened
      await popup.waitForURL(/twitter\.com\/intent\/tweet/)
      expect(new URL(popup.url()).searchParams.get('text')).toBe(title)
      await popup.close()
      await page.keyboard.press('Escape')
      await expect(picture).toBeHidden()
    }
    const rare = ((await made.json()) as { post: { href: string } }).post
    await tweets(`/${rare.href}`, 'Rare')

    await page.context().clearCookies()
    await signUp(page.context().request, 'Sami Staff')
    await tweets(`/${rare.href}`, 'Rare')
    expect(uid).not.toBe('samistaff')
    await page.context().clearCookies()
    await signUp(page.context().request, 'Paul Plain')
    await page.goto(`/${post.href}`)
    await expect((await menuOf(page, post.title, 'article')).getByRole('menuitem', { name: 'Tweet the picture…' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    expect((await page.request.get(`/api/v0/posts/${post.id}/autoshare?tw=1&picture=1`, { headers: asyncHeader })).status()).toBe(403)
  },
)
