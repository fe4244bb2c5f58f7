/** Items that pages add to the queue, and updates of the queue when their posts change. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { root } from '../support/built-server.ts'
import { addPost, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { playerOf, postIt } from './members.ts'
import { currentIn, handleOf, openShowcase, panelOf, queueButton, rowOf, titlesIn, undoOf } from './queue.ts'

const choose = async (page: Page, title: string, choice: string) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}

/** Serves an own clip at all addresses of example.org, so that a playlist can have any number of files. */
async function stubFiles(page: Page): Promise<void> {
  const body = await readFile(`${root}server/demo/clips/marimba-for-monday.mp3`)
  await page.route('https://example.org/**', (route) => route.fulfill({ contentType: 'audio/mpeg', body }))
}

test('BY4 a visitor plays next and adds to the queue from cards, with a toast and undo', async ({ page, request }) => {
  const bead = await showcase(request)
  const titles = (await postsOf(request, bead.id, 'earliest')).map(({ title }) => title)
  await page.goto(`/${bead.id}?sort=earliest`)
  // Adding to an empty queue plays the post.
  await choose(page, titles[3]!, 'Add to queue')
  await expect(playerOf(page)).toContainText(titles[3]!)
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await choose(page, titles[5]!, 'Play next')
  await expect(page.getByText(`Plays next: ${titles[5]}`)).toBeVisible()
  await choose(page, titles[7]!, 'Add to queue')
  await queueButton(page).click()
  await expect.poll(() => titlesIn(page)).toEqual([titles[3], titles[5], titles[7]])
  // Only the toast of the latest edit is shown.
  await undoOf(page, `Added to the queue: ${titles[7]}`)
  await expect.poll(() => titlesIn(page)).toEqual([titles[3], titles[5]])
  await playerOf(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(currentIn(page)).toContainText(titles[5]!)
})

test('BY4 posts edited or deleted on the page change in the queue', async ({ page }) => {
  await stubFiles(page)
  const request = page.context().request
  await signUp(request, 'Queue Keeper')
  const bead = await startPlaylist(request, 'Things to hear')
  for (const n of [1, 2, 3]) await addPost(request, bead.id, `https://example.org/${n}.mp3`, `Sound ${n}`)
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play Sound 1' }).click()
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  await expect.poll(() => titlesIn(page)).toEqual(['Sound 1', 'Sound 2', 'Sound 3'])

  await choose(page, 'Sound 2', 'Edit post')
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await dialog.getByLabel('Headline').fill('Sound 2, louder')
  await postIt(dialog)
  // The preview in the dialog has the same heading as the post.
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Sound 2, louder' }).first()).toBeVisible()
  await page.goBack()
  await expect.poll(() => titlesIn(page)).toEqual(['Sound 1', 'Sound 2, louder', 'Sound 3'])
  // The panel covers the last card.
  await panelOf(page).getByRole('button', { name: 'Close queue' }).click()
  await choose(page, 'Sound 3', 'Delete post')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await queueButton(page).click()
  await expect.poll(() => titlesIn(page)).toEqual(['Sound 1', 'Sound 2, louder'])
})

test('Q1 playback from the middle of a playlist continues to its end, and Previous goes back', async ({ page }) => {
  test.setTimeout(120_000)
  await stubFiles(page)
  const request = page.context().request
  await signUp(request, 'Long Lister')
  const bead = await startPlaylist(request, 'A long one')
  const title = (n: number) => `Sound ${String(n).padStart(2, '0')}`
  for (let n = 1; n <= 40; n += 1) await addPost(request, bead.id, `https://example.org/long-${n}.mp3`, title(n))
  await page.goto(`/${bead.id}?page=2`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(playerOf(page)).toContainText(title(16))
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  await expect(currentIn(page)).toHaveAttribute('aria-posinset', '16')
  await expect(currentIn(page)).toHaveAttribute('aria-setsize', '40')
  await playerOf(page).getByRole('button', { name: 'Previous' }).click()
  await expect(currentIn(page)).toContainText(title(15))
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()

  // Holding a row near the lower edge scrolls the list.
  const [grip, list] = [await handleOf(page, title(15)).boundingBox(), await panelOf(page).boundingBox()]
  await page.mouse.move(grip!.x + 10, grip!.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip!.x + 10, list!.y + list!.height - 12, { steps: 5 })
  await expect(rowOf(page, title(40))).toBeInViewport({ timeout: 20_000 })
  await page.mouse.up()
  await expect(panelOf(page).locator('[aria-posinset="40"]')).toContainText(title(15))
})

test('Q1 a featured post comes first, and only once', async ({ page, request }) => {
  const bead = await showcase(request)
  const posts = await postsOf(request, bead.id, 'earliest')
  await page.goto(`/${posts[6]!.href}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  const titles = posts.map(({ title }) => title)
  await expect.poll(() => titlesIn(page)).toEqual([titles[6], ...titles.toSpliced(6, 1)])
  await expect(currentIn(page)).toHaveAttribute('aria-posinset', '1')
})

test("Q1 Play all plays a member's posts and a category's posts", async ({ page, request }) => {
  const bead = await showcase(request)
  const [first] = await postsOf(request, bead.id, 'earliest')
  const address = (query: string) =>
    request.get(`/api/v0/posts?${query}`).then(async (answer) => (await answer.json()) as { results: { title: string; media: unknown }[] })
  for (const [path, query] of [
    [`/p/${first!.creator.uid}`, `createdby=${first!.creator.uid}&sort=recent`],
    ['/art', 'category=art&sort=trending'],
  ] as const) {
    const { results } = await address(`${query}&limit=20`)
    await page.goto(path)
    await page.getByRole('main').getByRole('button', { name: 'Play all' }).click()
    await expect(playerOf(page)).toBeVisible()
    await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
    await queueButton(page).click()
    await expect(currentIn(page)).toBeVisible()
    const [queued] = await titlesIn(page)
    expect(results.filter(({ media }) => media !== null)[0]?.title).toBe(queued)
    await playerOf(page).getByRole('button', { name: 'Close', exact: true }).click()
  }
})

test('Q1 a post chosen while Play all is loading → that post plays', async ({ page, request }) => {
  const bead = await showcase(request)
  const [first] = await postsOf(request, bead.id, 'earliest')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/api\/v0\/posts\?.*createdby=/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/p/${first!.creator.uid}`)
  await page.getByRole('main').getByRole('button', { name: 'Play all' }).click()
  await page.getByRole('main').getByRole('link', { name: bead.title }).first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${first!.title}`, exact: true })
    .click()
  await expect(playerOf(page)).toContainText(`Playing From ${bead.title}`)
  const answered = page.waitForResponse(/createdby=/)
  answer()
  await (await answered).finished()
  await page.waitForTimeout(500)
  await expect(playerOf(page)).toContainText(`Playing From ${bead.title}`)
})

test('BY4 deleting a playlist removes its posts from the queue', async ({ page }) => {
  // So wide that the queue panel does not cover the buttons of the playlist.
  await page.setViewportSize({ width: 1600, height: 800 })
  const titles = await openShowcase(page)
  await stubFiles(page)
  const request = page.context().request
  await signUp(request, 'Bead Deleter')
  const bead = await startPlaylist(request, 'Soon gone')
  await addPost(request, bead.id, 'https://example.org/gone.mp3', 'Soon gone too')
  await page.evaluate((href) => {
    history.pushState(null, '', href)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/${bead.id}`)
  await choose(page, 'Soon gone too', 'Play next')
  await expect.poll(() => titlesIn(page)).toEqual(titles.toSpliced(2, 0, 'Soon gone too'))
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => titlesIn(page)).toEqual(titles)
})
