/** The feed (N1, N2, N4–N6, R9, BZ9): its items, their reasons and their actions. */
import { faultsIn } from './axe.ts'
import { signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { addText, articleOf, itemsOf, post, signInDemo, world } from './feed.ts'
import { addLinkOnPage, playerOf, postIt } from './members.ts'

const wordsOf = (count: number, end: string) => `${'word '.repeat(count)}${end}`

test('N1 N2 BZ9 every kind of item shows its reason, which can be opened, unfollowed, restored and down-ranked', async ({
  page,
  newVisitor,
}) => {
  const { tag } = await world(page, newVisitor)
  await page.goto('/activity')
  await expect(articleOf(page, 'Ann Other posted')).toContainText('Said by Ann')
  await expect(articleOf(page, 'Ann Other collected')).toContainText('Liked by Ann')
  await expect(articleOf(page, 'Ann Other started a playlist')).toContainText('Ann goes at night')
  await expect(articleOf(page, 'New in Bo keeps these')).toContainText('By tag and list')
  const follows = articleOf(page, 'Ann Other follows 3 tags')
  await expect(follows.getByRole('listitem'), 'of more than one an even number').toHaveCount(2)
  await expect(follows).toContainText('and 1 more')

  const tagged = articleOf(page, 'By tag alone')
  await expect(tagged).toContainText(`Tagged #${tag}`)
  const reason = tagged.getByRole('button', { name: `because you follow #${tag}` })
  await reason.click()
  await expect(page.getByRole('menuitem', { name: `Go to #${tag}` })).toHaveAttribute('href', `/tag/${tag}`)
  await page.getByRole('menuitem', { name: `Unfollow #${tag}` }).click()
  await expect(tagged).toHaveCount(0)
  await expect(articleOf(page, 'By tag and list'), 'what has another reason stays').toBeVisible()
  await expect(page.getByText(`You no longer follow #${tag}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tagged).toBeVisible()
  await expect.poll(async () => (await itemsOf(page.context().request)).some(({ tag: named }) => named === tag)).toBe(true)

  const requestPromise = page.waitForRequest((request) => request.url().endsWith('/me/feed/fewer') && request.method() === 'POST')
  await tagged.getByRole('button', { name: `because you follow #${tag}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Fewer like this' }).press('Enter')
  expect((await requestPromise).postDataJSON()).toEqual({ type: 'tag', id: tag.toLowerCase() })
  await expect(page.getByText(`You'll see fewer posts from #${tag}.`)).toBeVisible()
  await expect(tagged).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(tagged).toBeVisible()

  const post = articleOf(page, 'Said by Ann')
  await expect(post).not.toContainText('The end.')
  await post.getByRole('button', { name: 'Show more of Said by Ann' }).click()
  await expect(post).toContainText('The end.')
  await expect(post.getByRole('heading', { name: 'Comments' })).toBeVisible()
})

test('N1 N2 W1 items of posts, publications, follows and tags: their texts, clipped at 120 or 360 characters; a repost names its source', async ({
  page,
  newVisitor,
}) => {
  const viewer = page.context().request
  const [ann, bo] = [(await newVisitor()).request, (await newVisitor()).request]
  const tag = `Daytalk${process.pid}`
  const { uid: annUid } = await signUp(ann, 'Ann Other')
  const { uid: boUid } = await signUp(bo, 'Bo Third')
  await signUp(viewer, 'Feed Reader')
  await post(viewer, '/api/v0/me/preferences', { onboarding: { doFeedOnboarding: false } })
  await post(viewer, `/api/v0/members/${annUid}/follow`)
  await post(viewer, `/api/v0/tags/${tag}/follow`)

  const followed = await startPlaylist(bo, 'Bo keeps these')
  const second = await startPlaylist(bo, 'And these')
  const argued = (await addText(bo, followed.id, 'Argued about', { description: wordsOf(200, 'the end') })) as unknown as {
    post: { id: string }
  }
  await post(ann, `/api/v0/comments/${argued.post.id}`, { text: 'I have something to add' })
  for (const { id } of [followed, second]) await post(ann, `/api/v0/beads/${id}/follow`)
  const third = (await newVisitor()).request
  for (const uid of [boUid, (await signUp(third, 'Cy Fourth')).uid]) await post(ann, `/api/v0/members/${uid}/follow`)
  const own = await startPlaylist(ann, 'Where Ann writes')
  await addText(ann, own.id, 'Written by Ann', { description: wordsOf(200, 'the end') })
  const found = (await addText(bo, second.id, 'Found by Bo')) as unknown as { post: { id: string } }
  await post(ann, `/api/v0/posts/${found.post.id}/repost/${own.id}`)
  const draft = (await post(ann, '/api/v0/beads', {
    title: 'Long in the making',
    description: '',
    category: 'other',
    invitees: [],
    isDraft: true,
  })) as unknown as { bead: string }
  await post(ann, `/api/v0/beads/${draft.bead}/publish`)
  await post(bo, '/api/v0/beads', { title: 'All about it', description: '', category: 'other', invitees: [], tags: [tag] })
  const kinds = ['comment', 'newpost', 'followbead', 'followmember', 'publishbead', 'newbead', 'taggedbead']
  await expect
    .poll(async () => {
      const there = (await itemsOf(viewer)).map(({ type, reason }) => reason ?? type)
      return kinds.filter((kind) => !there.some((one) => one === kind))
    })
    .toEqual([])

  await page.goto('/activity')
  const commented = articleOf(page, 'Ann Other commented')
  await expect(commented).toContainText('Argued about')
  await expect(commented.getByRole('list', { name: 'Latest comments' })).toContainText('Ann Other I have something to add')
  const beginning = async (item: Locator) =>
    (await item
      .locator('p')
      .filter({ hasText: /^word word .*…$/ })
      .textContent())!.length
  expect(await beginning(commented), 'short where what somebody did is the news').toBeLessThanOrEqual(120)
  const long = await beginning(articleOf(page, 'Written by Ann'))
  expect(long).toBeGreaterThan(300)
  expect(long).toBeLessThanOrEqual(360)
  await expect(articleOf(page, 'Ann Other published a playlist')).toContainText('Long in the making')
  const tagged = articleOf(page, `New playlist with #${tag}`)
  await expect(tagged).toContainText('All about it')
  await expect(tagged.getByRole('button', { name: `because you follow #${tag}` })).toBeVisible()
  await expect(articleOf(page, 'Found by Bo')).toContainText('found by Bo Third, reposted by Ann Other')

  const beads = articleOf(page, 'Ann Other follows 2 playlists')
  await expect(beads.getByRole('listitem')).toHaveCount(2)
  const members = articleOf(page, 'Ann Other follows 2 members')
  await expect(members.getByRole('listitem')).toHaveCount(2)
  for (const [item, name] of [
    [beads, 'And these'],
    [members, 'Bo Third'],
    [tagged, 'All about it'],
  ] as const) {
    await item.getByRole('button', { name: `Follow ${name}` }).click()
    await expect(item.getByRole('button', { name: `Followed ${name}` })).toHaveText('followed')
  }
  await expect
    .poll(async () => ((await (await bo.get(`/api/v0/members/${boUid}/followers`)).json()) as { counts: { total: number } }).counts.total)
    .toBe(2)

  await test.step('by keyboard: a reason is opened and unfollowed, a text expanded, a post collected', async () => {
    const written = articleOf(page, 'Written by Ann')
    const reason = written.getByRole('button', { name: 'because you follow Ann Other' })
    await reason.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Go to Ann Other' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reason).toBeFocused()
    const collect = written.getByRole('button', { name: 'Collect Written by Ann' })
    await collect.focus()
    await page.keyboard.press('Enter')
    await expect(collect).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Tab')
    await expect(written.getByRole('button', { name: 'Upvote Written by Ann' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(written.getByRole('button', { name: 'Comment on Written by Ann' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(written.getByRole('button', { name: 'Show less of Written by Ann' })).toBeFocused()
    await expect(written).toContainText('word the end')
  })

  await test.step('N5 a collected post appears in the own activity, and disappears when it is uncollected', async () => {
    const requestPromise = page.waitForRequest((request) => request.url().includes('/activity?'))
    await page.getByRole('button', { name: 'Account of Feed Reader' }).click()
    await page.getByRole('menuitem', { name: 'My Profile' }).click()
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.scrollIntoViewIfNeeded()
    expect(new URL((await requestPromise).url()).searchParams.get('comments')).toBe('3')
    const collected = activity.getByRole('article').filter({ hasText: 'You collected' })
    await expect(collected).toContainText('Written by Ann')
    await expect(page.getByRole('region', { name: /^(Your tags|Popular tags)$/ }), 'a profile has no cloud (N4)').toHaveCount(0)
    await collected.getByRole('button', { name: 'Collect Written by Ann' }).click()
    await expect(collected).toHaveCount(0)
  })
})

test('N5 N6 W1 the feed updates on follow and unfollow; no follow button for oneself; each category has an address', async ({ page }) => {
  const viewer = page.context().request
  await signUp(viewer, 'Ines Insider')
  await post(viewer, '/api/v0/me/preferences', { onboarding: { doFeedOnboarding: false } })
  const { id: bead } = await startPlaylist(viewer, 'Only mine')
  await addText(viewer, bead, 'Written before')
  await page.goto('/activity')
  const before = articleOf(page, 'Written before')
  await expect(before).toContainText('You posted')
  await expect(before.getByRole('link', { name: 'Only mine' })).toBeVisible()
  await expect(before.getByRole('button', { name: /^Follow/ })).toHaveCount(0)

  await before.getByRole('button', { name: 'More for Written before' }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await dialog.getByLabel('Headline').fill('Written after')
  await postIt(dialog)
  // The preview in the dialog has the same heading as the post.
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Written after' }).first()).toBeVisible()
  await page.goBack()
  await expect(articleOf(page, 'Written after')).toBeVisible()
  await expect(before).toHaveCount(0)

  await test.step('new posts appear when going back, deleted ones disappear, without another request', async () => {
    const requests: string[] = []
    page.on('request', (sent) => void (/\/me\/feed\?/.test(sent.url()) && requests.push(sent.url())))
    await articleOf(page, 'Written after').getByRole('link', { name: 'Only mine' }).click()
    await addLinkOnPage(page, `${new URL(page.url()).origin}/clips/rule-110.mp4`, 'Just posted')
    await page.goBack()
    await page.goBack()
    const items = page.getByRole('main').getByRole('article')
    await expect(items.first()).toContainText('Just posted')
    await expect(items.first()).toContainText('You posted')
    await items.first().getByRole('button', { name: 'More for Just posted' }).click()
    await page.getByRole('menuitem', { name: 'Delete post' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(items.first()).toContainText('Written after')
    expect(requests).toEqual([])
  })

  const ofCategory = page.waitForRequest((sent) => /\/me\/feed\?/.test(sent.url()))
  await page.getByRole('main').getByRole('button', { name: 'Category: Everything' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Film & TV' })
    .or(page.getByRole('menuitem', { name: 'Film & TV' }))
    .click()
  await expect(page).toHaveURL('/activity?category=film')
  expect(new URL((await ofCategory).url()).searchParams.get('category')).toBe('film')
  await expect(page.getByRole('heading', { name: 'Nothing in Film & TV yet.' })).toBeVisible()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(articleOf(page, 'Written after')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Category: Everything' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Music' })
    .or(page.getByRole('menuitem', { name: 'Music' }))
    .click()
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL('/trending?category=music')
  await expect(articleOf(page, 'Trending in Music').first()).toBeVisible()
})

test('BY22 right to left: nothing is wider than the page, and the text starts on the right', async ({ page }) => {
  await signInDemo(page)
  for (const path of ['/activity', '/discover', '/p/demo', '/collection']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} ${width}`).toBe(true)
      // The English texts stay left to right; the layout follows the direction of the page.
      const [logo, item] = await page.evaluate(() => {
        const centre = (element: Element | null) => {
          const { left, right } = element!.getBoundingClientRect()
          return (left + right) / 2
        }
        const head = document.querySelector('main article header')
        return [centre(document.querySelector('nav a')), head && centre(head.firstElementChild) - centre(head.children[1]!)]
      })
      expect(logo, `${path} ${width}`).toBeGreaterThan(width / 2)
      if (item !== null) expect(item, `${path} ${width}`).toBeGreaterThan(0)
    }
  }
})

test('R9 N2 N6 a link reloads the feed, back and reload restore the position; a visitor sees all posts; the queue is the whole feed', async ({
  page,
}) => {
  await page.goto('/activity')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creating a playlist for every idea. Together.')
  await expect(page.getByRole('article').first()).toContainText('posted')
  await expect(page.getByRole('button', { name: /because you follow/ })).toHaveCount(0)

  await signInDemo(page)
  await page.goto('/activity')
  const articles = page.getByRole('main').getByRole('article')
  await expect(articles).toHaveCount(11)
  await articles.last().scrollIntoViewIfNeeded()
  await expect.poll(() => articles.count()).toBeGreaterThan(18)
  const loaded = await articles.count()
  const link = articles.nth(14).getByRole('heading', { level: 3 }).getByRole('link')
  const [title, y] = [
    await link.textContent(),
    await (await link.elementHandle())!.evaluate((element) => (element.scrollIntoView({ block: 'center' }), scrollY)),
  ]
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Activity')
  await page.goBack()
  await expect(page.getByRole('main').getByRole('link', { name: title!, exact: true })).toBeInViewport()
  expect(await articles.count()).toBeGreaterThanOrEqual(loaded)
  expect(Math.abs((await page.evaluate(() => scrollY)) - y)).toBeLessThan(200)
  const requestPromise = page.waitForRequest((request) => /\/me\/feed\?/.test(request.url()))
  await page.reload()
  const restored = new URL((await requestPromise).url()).searchParams
  expect([restored.get('fromCache'), Number(restored.get('limit'))]).toEqual(['1', expect.any(Number)])
  await expect.poll(() => articles.count()).toBeGreaterThanOrEqual(loaded - 1)

  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Trending' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible()
  const again = page.waitForRequest((request) => request.url().includes('/api/v2/me/feed?'))
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
  expect(new URL((await again).url()).searchParams.get('reset')).toBe('1')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()

  await page
    .getByRole('article')
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await expect(playerOf(page)).toBeVisible()
  await expect(playerOf(page).getByText('Your feed').first()).toBeAttached()
})

test('N4 following nothing → suggestions; a new member → one welcome; a failed feed → an error', async ({ page }) => {
  await signUp(page.context().request, 'Just Here')
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'Join the party!' })).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('region', { name: 'You might like' }), 'once, wherever there is room').toHaveCount(1)
    expect(await faultsIn(page), String(width)).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const welcome = page.getByRole('region', { name: 'Welcome to your feed' })
  const picture = (await welcome.locator('svg').first().boundingBox())!
  expect([picture.width > 200, picture.height > 60], 'with its picture').toEqual([true, true])
  await expect(page.getByRole('region', { name: 'Popular tags' }).getByRole('link', { name: /^#/ }).first()).toHaveAttribute(
    'href',
    /^\/tag\//,
  )
  await welcome.getByRole('button', { name: 'Got it' }).click()
  await expect(welcome).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Join the party!' })).toBeVisible()
  await expect(welcome).toHaveCount(0)

  // A member who follows something without activity sees no welcome.
  await post(page.context().request, '/api/v0/tags/NobodyTalksOfIt/follow')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'All is quiet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Join the party!' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your tags' }).getByRole('link', { name: '#NobodyTalksOfIt' })).toBeVisible()
  await post(page.context().request, '/api/v0/tags/NobodyTalksOfIt/unfollow')

  const reportPromise = page.waitForRequest('**/api/v1/analytics/feederror')
  await page.goto('/discover')
  await page.route('**/api/v2/me/feed?**', (route) =>
    route.fulfill({ status: 500, json: { message: 'Oh', code: 'internal', requestId: '' } }),
  )
  await page.evaluate(() => history.length)
  await page.goto('/trending')
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('alert').getByText('Something is wrong')).toBeVisible()
  await expect(page.getByText('Sorry about that')).toBeVisible()
  expect((await reportPromise).postDataJSON()).toMatchObject({ data: { status: 500 } })
  await page.unroute('**/api/v2/me/feed?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Join the party!' })).toBeVisible()
})
