import { join } from 'node:path'
import Database from 'better-sqlite3'
import { limits } from '#contract/limits.ts'
import { addPost, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { gone, rule110Repaired } from './demo.ts'
import { expect, test, type Page } from './fixtures.ts'
import { watchMedia, witnessedMedia } from './media.ts'
import { playerOf, upIn } from './members.ts'
import { writePlaylist } from './player.ts'
import { serveSounds, soundOf } from './sounds.ts'

/** Records each text of the player, since some are shown for two seconds only. Call it before the page is opened. */
const recordTexts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const playerTexts: string[] = []
    Object.assign(window, { playerTexts })
    const note = () => {
      const text = document.querySelector('[data-player]')?.textContent ?? ''
      if (text !== playerTexts.at(-1)) playerTexts.push(text)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** The index, from `from` on, of the first recorded text that contains all these words; -1 if there is none. */
const indexOfText = (page: Page, from: number, words: string[]): Promise<number> =>
  page.evaluate(
    ([from, words]) =>
      (window as unknown as { playerTexts: string[] }).playerTexts.findIndex(
        (text, n) => n >= from && words.every((word) => text.includes(word)),
      ),
    [from, words] as const,
  )

test('L1 L2 L5 L6 Q1 H4 a visitor plays a playlist to its end without input', async ({ page, request, strand }) => {
  test.setTimeout(240_000)
  // The server counts the plays of a visitor once per hour, and sees all visitors of these tests as one.
  const data = new Database(join(strand.folder, 'strand.sqlite'), { timeout: 10_000 })
  data.exec('DELETE FROM "play"')
  data.close()
  await watchMedia(page)
  await recordTexts(page)
  const bead = await showcase(request)
  const posts = await postsOf(request, bead.id, 'earliest')
  expect(posts.length).toBeGreaterThanOrEqual(8)
  const isDead = (href: string) => href.endsWith(gone.href)
  // Other posts also have two copies, but for browsers that cannot play the first one.
  const hasDeadCopy = ({ media }: (typeof posts)[number]) => media?.media[0]?.uri.endsWith(rule110Repaired.href) === true
  expect(posts.filter(hasDeadCopy)).toHaveLength(1)
  const reports: string[] = []
  page.on('request', (sent) => {
    const [, postId] = /\/api\/v0\/posts\/(\w+)\/play$/.exec(sent.url()) ?? []
    if (postId && sent.method() === 'POST') reports.push(postId)
  })

  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: bead.title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()

  const player = playerOf(page)
  const played: typeof posts = []
  let from = 0
  for (const post of posts) {
    // The longest clip takes nine seconds, a fallback or a skip a few more.
    if (post.media && isDead(post.media.href)) {
      const skipped = () => indexOfText(page, from, [post.title, "This one can't be played, skipping"])
      await expect.poll(skipped, { message: post.title, timeout: 30_000 }).toBeGreaterThanOrEqual(from)
      from = await skipped()
      continue
    }
    await expect(upIn(player, post.title), post.title).toBeVisible({ timeout: 30_000 })
    from = await indexOfText(page, from, [post.title])
    expect(from).toBeGreaterThanOrEqual(0)
    played.push(post)
    if (post.media?.type === 'image') {
      const picture = page.locator(`img[src="${post.media.media[0]?.uri}"]`).last()
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
    }
    if (hasDeadCopy(post)) await expect(player).toContainText('copy is unavailable')
  }
  expect(played.length).toBeGreaterThanOrEqual(8)
  expect(played.length).toBeLessThan(posts.length)
  await expect(page.getByRole('button', { name: 'Replay post' })).toBeVisible({ timeout: 30_000 })

  const media = await witnessedMedia(page)
  const sounding = media.filter(({ furthest }) => furthest > 0)
  expect(sounding).toHaveLength(played.filter(({ media: medium }) => medium?.type !== 'image').length)
  for (const one of sounding) {
    expect(one.error, one.source).toBeNull()
    expect(one.ended, one.source).toBe(true)
    expect(one.audible, one.source).toBe(true)
    expect(one.furthest, one.source).toBeGreaterThan(one.duration - 0.5)
    expect(one.decodedAudioBytes, one.source).toBeGreaterThan(0)
    if (/\.(mp4|webm)$/.test(one.source)) expect(one.decodedFrames, one.source).toBeGreaterThan(50)
  }
  // Each played post is reported once, unplayable ones are not.
  await expect.poll(() => [...reports].sort()).toEqual(played.map(({ id }) => id).sort())
  await expect
    .poll(async () => {
      const after = await postsOf(request, bead.id, 'earliest')
      return played.map(({ id }) => after.find((post) => post.id === id)?.playCount)
    })
    .toEqual(played.map(({ playCount }) => playCount + 1))
})

test('L2 the bar pauses, resumes, skips, seeks, mutes, repeats, links to the playlist and closes', async ({ page }) => {
  await watchMedia(page)
  // So long that none ends during the test.
  await serveSounds(page.context())
  const title = 'Two long sounds'
  const {
    bead,
    posts: [first, second],
  } = await writePlaylist(page, title, [
    { title: 'A long sound', href: soundOf(90, 'first') },
    { title: 'Another long sound', href: soundOf(90, 'second') },
  ])
  await page.goto(`/${bead}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  const player = playerOf(page)
  await expect(upIn(player, first!.title)).toBeVisible()
  const pause = player.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeVisible()
  await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled()

  await test.step('pause holds the position, play resumes', async () => {
    await expect.poll(async () => (await witnessedMedia(page))[0]?.furthest ?? 0).toBeGreaterThan(0.5)
    await pause.click()
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    const [held] = await witnessedMedia(page)
    await page.waitForTimeout(600)
    expect((await witnessedMedia(page))[0]!.furthest).toBeCloseTo(held!.furthest, 0)
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(async () => (await witnessedMedia(page))[0]!.furthest).toBeGreaterThan(held!.furthest + 0.5)
  })

  await test.step('volume and position are sliders', async () => {
    const seek = player.getByRole('slider', { name: 'Seek' })
    await seek.focus()
    const before = Number(await seek.inputValue().catch(() => seek.getAttribute('aria-valuenow')))
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Number(await seek.inputValue().catch(() => seek.getAttribute('aria-valuenow')))).toBeGreaterThan(before)
    await expect(player.getByRole('slider', { name: 'Volume' })).toBeVisible()
  })

  await test.step('next and previous move through the queue', async () => {
    await player.getByRole('button', { name: 'Next' }).click()
    await expect(upIn(player, second!.title)).toBeVisible()
    await player.getByRole('button', { name: 'Previous' }).click()
    await expect(upIn(player, first!.title)).toBeVisible()
  })

  await test.step('repeat replays the item', async () => {
    const repeat = player.getByRole('button', { name: 'Repeat' })
    await repeat.click()
    await expect(repeat).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('"Playing From" links to the playlist, and playback continues across pages', async () => {
    await page.getByRole('link', { name: 'Strand: discover playlists' }).click()
    await expect(page).toHaveURL(/\/(discover)?$/)
    await expect(upIn(player, first!.title)).toBeVisible()
    // The raised player has a second link to the playlist.
    await player.getByText('Playing From').getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  })

  await test.step('maximise, minimise, close', async () => {
    await player.getByRole('button', { name: 'Maximise' }).click()
    await player.getByRole('button', { name: 'Minimise' }).click()
    await player.getByRole('button', { name: 'Close' }).click()
    await expect(player).toBeHidden()
  })
})

test('L5 a playlist of dead links ends with a message that says why', async ({ page, baseURL }) => {
  const { request } = page.context()
  await signUp(request, 'Dora Dead')
  const bead = await startPlaylist(request, 'Only ruins')
  for (const n of [1, 2]) await addPost(request, bead.id, `${baseURL}/clips/nothing-here-${n}.mp4`, `Ruin ${n}`)
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  const player = playerOf(page)
  await expect(upIn(player, 'Ruin 1')).toBeVisible()
  await expect(upIn(player, 'Ruin 2')).toBeVisible({ timeout: 15_000 })
  await expect(player).toContainText("This one can't be played.", { timeout: 15_000 })
  await page.waitForTimeout(3000)
  await expect(upIn(player, 'Ruin 2')).toBeVisible()
})

test('Q1 B5 the queue continues beyond the loaded page', async ({ page, baseURL }) => {
  const { request } = page.context()
  await signUp(request, 'Quentin Queue')
  const bead = await startPlaylist(request, 'More than a page')
  const count = limits.page.posts + 3
  for (let n = 1; n <= count; n += 1) await addPost(request, bead.id, `${baseURL}/images/clips/paper-hills.jpg?n=${n}`, `Picture ${n}`)
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  const player = playerOf(page)
  for (let n = 1; n <= count; n += 1) {
    await expect(upIn(player, `Picture ${n}`)).toBeVisible()
    if (n < count) await player.getByRole('button', { name: 'Next' }).click()
  }
  await expect(player.getByRole('button', { name: 'Next' })).toBeDisabled()
})
