/** Lists of followers, and of followed members and tags (F3, W5). */
import { asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'

test('F3 W5 W7 follower and following lists: pages, a follow button per row, and a link back', async ({ page, newVisitor }) => {
  const star = await newVisitor()
  const { uid } = await signUp(star.request, 'Vera Viewed')
  const bead = await startPlaylist(star.request, 'Followed by many')
  const empty = await startPlaylist(star.request, 'Followed by none')
  const crowd = await newVisitor()
  const tag = 'Crowded'
  for (let n = 1; n <= 22; n += 1) {
    const { uid: one } = await signUp(crowd.request, `Fan ${String(n).padStart(2, '0')}`)
    const paths = [
      `/api/v0/members/${uid}/follow`,
      ...(n <= 16 ? [`/api/v0/beads/${bead.id}/follow`] : []),
      ...(n === 22 ? ['/api/v0/tags/Jazz/follow'] : [`/api/v0/tags/${tag}/follow`]),
    ]
    for (const path of paths) expect((await crowd.request.post(path, { headers: asyncHeader, data: {} })).ok()).toBe(true)
    if (n === 22) await star.request.post(`/api/v0/members/${one}/follow`, { headers: asyncHeader, data: {} })
  }
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/\/follow(ers|ing)/.test(pathname) && pathname.startsWith('/api')) requests.push(pathname + search)
  })

  await test.step('F3 followers of a member, 20 per page', async () => {
    // A low window, so that the end of the list is out of reach and the second page is not loaded at once.
    await page.setViewportSize({ width: 390, height: 300 })
    await page.goto(`/p/${uid}/followers`)
    await expect(page).toHaveTitle('Followers of Vera Viewed · Strand')
    const rows = page.getByRole('list', { name: 'Followers' }).getByRole('listitem')
    await expect(rows).toHaveCount(20)
    expect(requests).toEqual([])
    await expect(rows.first().getByRole('link', { name: 'Fan 22' })).toBeVisible()
    await expect(rows.first().getByRole('button', { name: 'Follow Fan 22' })).toBeVisible()
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(22)
    expect(requests).toEqual([`/api/v0/members/${uid}/followers?from=20`])
    // Going back restores the list and the scroll position, and a reload restores the list (A9).
    await rows.last().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fan 01' })).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(22)
    await expect(rows.last()).toBeInViewport()
    await page.reload()
    await expect(rows).toHaveCount(22)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('F3 members and tags that a member follows', async () => {
    const lists = page.getByRole('navigation', { name: 'Lists of this profile' })
    await lists.getByRole('link', { name: 'Following' }).click()
    await expect(page).toHaveURL(`/p/${uid}/following`)
    await expect(page.getByRole('list', { name: 'Following' }).getByRole('link', { name: 'Fan 22' })).toBeVisible()
    await page.getByRole('link', { name: 'Fan 22' }).click()
    const fan = new URL(page.url()).pathname
    await page.goto(`${fan}/following/tags`)
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'Jazz' })).toHaveAttribute('href', '/tag/Jazz')
    await page.getByRole('link', { name: 'Back To Profile' }).press('Enter')
    await expect(page).toHaveURL(fan)
    await page.goto(`${fan}/followers`)
    await expect(page.getByRole('list', { name: 'Followers' }).getByRole('listitem')).toHaveCount(1)
    await page.goto(`/p/${uid}/following/tags`)
    await expect(page.getByRole('heading', { name: "Vera Viewed doesn't follow any tags yet." })).toBeVisible()
  })

  await test.step('W5 followers of a playlist, 15 per page', async () => {
    requests.length = 0
    await page.setViewportSize({ width: 390, height: 300 })
    await page.goto(`/bead/${bead.id}/followers`)
    await expect(page).toHaveURL(`${bead.href}/followers`)
    await expect(page.getByText('followed by 16 people', { exact: true })).toBeVisible()
    const rows = page.getByRole('list', { name: 'Followers' }).getByRole('listitem')
    await expect(rows).toHaveCount(15)
    expect(requests).toEqual([])
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(16)
    await page.goto(`${empty.href}/followers`)
    await expect(page.getByRole('heading', { name: 'No one follows this playlist yet.' })).toBeVisible()
    await crowd.request.post(`/api/v0/beads/${empty.id}/follow`, { headers: asyncHeader, data: {} })
    await page.reload()
    await expect(page.getByText('followed by 1 person', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the playlist' }).click()
    await expect(page).toHaveURL(empty.href)
    // Members see the number of followers, which links to their list.
    const own = await crowd.newPage()
    await own.goto(bead.href)
    await own.getByRole('main').getByRole('link', { name: '16 followers' }).press('Enter')
    await expect(own).toHaveURL(`${bead.href}/followers`)
    await own.close()
  })

  await test.step("W5 followers of a tag, 20 per page, linked from the tag's page", async () => {
    requests.length = 0
    await page.setViewportSize({ width: 390, height: 300 })
    await page.goto(`/tag/${tag}`)
    await page.getByRole('link', { name: 'followed by 21 people' }).press('Enter')
    await expect(page).toHaveURL(`/tag/${tag}/followers`)
    await expect(page).toHaveTitle(`Followers of #${tag} · Strand`)
    await expect(page.getByRole('heading', { level: 1, name: `Followers of #${tag}` })).toBeFocused()
    await expect(page.getByText('followed by 21 people', { exact: true })).toBeVisible()
    const rows = page.getByRole('list', { name: 'Followers' }).getByRole('listitem')
    await expect(rows).toHaveCount(20)
    expect(requests, 'the tag’s page had the first of them').toEqual([])
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(21)
    expect(requests).toEqual([`/api/v0/tags/${tag}/followers?from=20&soft=1`])
    await page.reload()
    await expect(rows).toHaveCount(21)
    await expect(rows.first().getByRole('button', { name: /^Follow Fan/ })).toBeVisible()

    // A new follower appears in the list and in the count; unfollowing updates the count.
    const own = await crowd.newPage()
    await own.goto(`/tag/${tag}/followers`)
    await own.getByRole('button', { name: `Follow #${tag}` }).press('Enter')
    await expect(own.getByText('followed by 22 people', { exact: true })).toBeVisible()
    await expect(own.getByRole('list', { name: 'Followers' }).getByRole('link', { name: 'Fan 22' })).toBeVisible()
    await own.getByRole('button', { name: new RegExp(`^Follow(ed|ing) #${tag}`) }).press('Enter')
    await expect(own.getByText('followed by 21 people', { exact: true })).toBeVisible()
    await own.getByRole('link', { name: 'Back to the tag' }).press('Enter')
    await expect(own.getByRole('heading', { level: 1, name: `#${tag}` })).toBeFocused()
    expect((await own.goto('/tag/nobodyfollowsthis/followers'))!.status()).toBe(200)
    await expect(own.getByRole('heading', { name: 'No one follows this tag yet.' })).toBeVisible()
  })

  await test.step('W7 a visitor → a sign-in prompt; an unknown member → not found', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/p/${uid}/followers`)
    await page.getByRole('button', { name: 'Follow Fan 22' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect((await page.goto('/p/missing.member/followers'))!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible()
  })
})
