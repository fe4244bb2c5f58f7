/** The author of a post and the source of a repost, export of playlists, and filters in the address of a playlist. */
import { readFile } from 'node:fs/promises'
import { addPost, asyncHeader, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('list', { name: 'Posts' }).getByRole('article')

test('BY23 a repost names its finder and its reposter, on cards and in full', async ({ page, newVisitor }) => {
  const finder = await newVisitor()
  const { uid: found } = await signUp(finder.request, 'Fiona Finder')
  const theirs = await startPlaylist(finder.request, 'Where it was found')
  const original = await addPost(finder.request, theirs.id, '/clips/garden-of-cells.mp4', 'Cells in a garden')
  const { uid } = await signUp(page.context().request, 'Rita Reposts')
  const mine = await startPlaylist(page.context().request, 'Where it went')
  await addPost(page.context().request, mine.id, '/clips/rule-110.mp4', 'Nobody found this but me')
  const reposted = await page.context().request.post(`/api/v0/posts/${original.id}/repost/${mine.id}`, { headers: asyncHeader })
  expect(reposted.ok(), await reposted.text()).toBe(true)

  await page.goto(`/${mine.id}?sort=recent`)
  const card = cards(page).first()
  await expect(card).toContainText('found by Fiona Finder, reposted by Rita Reposts · ')
  await expect(card.getByRole('link', { name: 'Fiona Finder' })).toHaveAttribute('href', `/p/${found}`)
  await expect(card.getByRole('link', { name: 'Rita Reposts' })).toHaveAttribute('href', `/p/${uid}`)
  await expect(card.locator('time')).toBeVisible()
  await expect(cards(page).nth(1)).toContainText('Rita Reposts · ')
  await expect(cards(page).nth(1)).not.toContainText('found by')

  await card.getByRole('heading').getByRole('link').click()
  const detail = main(page).getByRole('region', { name: 'Featured post' })
  await expect(detail).toContainText('found by Fiona Finder, reposted by Rita Reposts in Where it went · ')
  await expect(detail.getByRole('link', { name: 'See the original' })).toHaveAttribute('href', `/${original.href}`)

  await test.step('a finder who deleted the account is not named', async () => {
    const left = await finder.request.post('/api/v0/me/delete', { headers: asyncHeader, data: { password: 'correct horse' } })
    expect(left.ok(), await left.text()).toBe(true)
    await page.goto(`/${mine.id}?sort=recent`)
    await expect(cards(page).first()).toContainText('reposted by Rita Reposts')
    await expect(main(page).getByRole('link', { name: 'Fiona Finder' })).toHaveCount(0)
  })
})

test('BY23 in a playlist of several contributors each post names its author, in the feed and the player too', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  const host = await newVisitor()
  const { uid: hostUid } = await signUp(host.request, 'Hanna Host')
  const { uid } = await signUp(page.context().request, 'Gwen Guest')
  const made = await host.request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title: 'Ours together', description: '', category: 'other', invitees: [uid] },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await addPost(host.request, id, `${baseURL}/clips/rule-110.mp4`, 'Brought by the host')
  await addPost(page.context().request, id, `${baseURL}/clips/garden-of-cells.mp4`, 'Brought by the guest')
  await page.context().request.post(`/api/v0/members/${hostUid}/follow`, { headers: asyncHeader })

  await page.goto(`/${id}?sort=recent`)
  for (const [title, name] of [
    ['Brought by the guest', 'Gwen Guest'],
    ['Brought by the host', 'Hanna Host'],
  ] as const)
    await expect(cards(page).filter({ hasText: title }).getByRole('link', { name, exact: true })).toBeVisible()
  await cards(page)
    .filter({ hasText: 'Brought by the host' })
    .getByRole('button', { name: /^Play / })
    .click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByText('Brought by the host').first()).toBeAttached()
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(player.getByRole('link', { name: 'Hanna Host' }).first()).toHaveAttribute('href', `/p/${hostUid}`)
  await expect(player.locator('time').first()).toBeAttached()

  const theirs = await startPlaylist(host.request, 'Found elsewhere')
  const original = await addPost(
    page.context().request,
    (await startPlaylist(page.context().request, 'Where it began')).id,
    `${baseURL}/clips/mandelbrot-dive.mp4`,
    'First seen by Gwen',
  )
  const reposted = await host.request.post(`/api/v0/posts/${original.id}/repost/${theirs.id}`, { headers: asyncHeader })
  expect(reposted.ok(), await reposted.text()).toBe(true)
  await expect(async () => {
    await page.goto('/activity')
    await expect(main(page).getByRole('article').filter({ hasText: 'found by Gwen Guest, reposted by Hanna Host' })).toHaveCount(1, {
      timeout: 2000,
    })
  }).toPass()
})

test("BY12 a playlist is exported in four formats, each equal to the API's", async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(bead.href)
  await main(page).getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this playlist' })
  for (const format of ['jspf', 'xspf', 'm3u', 'csv']) {
    const coming = page.waitForEvent('download')
    await dialog.getByRole('link', { name: new RegExp(`^${format}`, 'i') }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format === 'm3u' ? 'm3u8?' : format}$`))
    const expected = await (await request.get(`/api/v0/beads/${bead.id}/export?format=${format}`)).text()
    expect(await readFile(await download.path(), 'utf8')).toBe(expected)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(main(page).getByRole('button', { name: 'More', exact: true })).toBeFocused()
})

test('R13 an address filters a playlist by tag or by own collection, and changing the order retains the filter', async ({
  page,
  newVisitor,
}) => {
  const api = page.context().request
  await signUp(api, 'Tessa Tags')
  const bead = await startPlaylist(api, 'Of many kinds')
  const post = async (title: string, tags: string[]) => {
    const made = await api.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { title, tags } })
    expect(made.ok(), await made.text()).toBe(true)
    return ((await made.json()) as { post: { id: string } }).post.id
  }
  await post('Plain', [])
  const tagged = await post('First of the kind', ['Odd'])
  await post('Second of the kind', ['Odd'])
  await api.post(`/api/v0/posts/${tagged}/collect`, { headers: asyncHeader })

  await page.goto(`/${bead.id}?tag=odd`)
  const titles = () => cards(page).getByRole('heading').allTextContents()
  await expect.poll(titles).toEqual(['First of the kind', 'Second of the kind'])
  await expect(main(page).getByRole('heading', { level: 2, name: '2 posts' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Recent' }).click()
  await expect(page).toHaveURL(/tag=odd&sort=recent/)
  await expect.poll(titles).toEqual(['Second of the kind', 'First of the kind'])
  await main(page).getByRole('link', { name: 'All posts' }).click()
  await expect(cards(page)).toHaveCount(3)
  await page.goto(`/${bead.id}?collectedby=self`)
  await expect.poll(titles).toEqual(['First of the kind'])
  await page.goto(`/${bead.id}?tag=Nothing`)
  await expect(main(page).getByRole('heading', { name: 'No matching posts' })).toBeVisible()

  const visitor = await (await newVisitor()).newPage()
  const open = await showcase(visitor.context().request)
  await visitor.goto(`/${open.id}?collectedby=self`)
  await main(visitor).getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
})
