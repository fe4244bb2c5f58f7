import { limits } from '../../server/contract/limits.ts'
import { addPost, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { gone } from './demo.ts'
import { expect, test } from './fixtures.ts'
import { watchMedia, witnessedMedia } from './media.ts'
import { playerOf, upIn } from './members.ts'

test('L1 L2 L5 L6 Q1 H4 a visitor plays a playlist to its end without touching anything', async ({ page, request }) => {
  test.setTimeout(240_000)
  await watchMedia(page)
  const bead = await showcase(request)
  const posts = await postsOf(request, bead.id, 'earliest')
  expect(posts.length).toBeGreaterThanOrEqual(8)
  const isDead = (href: string) => href.endsWith(gone.href)
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
  for (const post of posts) {
    // In order, each by itself: the longest clip takes nine seconds, a fallback or a skip a few more.
    await expect(upIn(player, post.title), post.title).toBeVisible({ timeout: 30_000 })
    if (post.media && isDead(post.media.href)) {
      await expect(player).toContainText("This one can't be played, skipping")
      continue
    }
    played.push(post)
    if (post.media?.type === 'image') {
      const picture = page.locator(`img[src="${post.media.media[0]?.uri}"]`).last()
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
    }
    if ((post.media?.media.length ?? 0) > 1) await expect(player).toContainText('copy is unavailable')
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
  // Each that was played was reported once, and what could not be played was not.
  await expect.poll(() => [...reports].sort()).toEqual(played.map(({ id }) => id).sort())
  const after = await postsOf(request, bead.id, 'earliest')
  for (const { id, playCount } of played) expect(after.find((post) => post.id === id)?.playCount).toBe(playCount + 1)
})

test('L2 the bar pauses, goes on, skips, seeks, mutes, repeats, leads back and closes', async ({ page, request }) => {
  await watchMedia(page)
  const bead = await showcase(request)
  const [first, second] = await postsOf(request, bead.id, 'earliest')
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  const player = playerOf(page)
  await expect(upIn(player, first!.title)).toBeVisible()
  const pause = player.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeVisible()
  await expect(player.getByRole('button', { name: 'Previous' })).toBeDisabled()

  await test.step('pause holds the position and play goes on', async () => {
    await expect.poll(async () => (await witnessedMedia(page))[0]?.furthest ?? 0).toBeGreaterThan(0.5)
    await pause.click()
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    const [held] = await witnessedMedia(page)
    await page.waitForTimeout(600)
    expect((await witnessedMedia(page))[0]!.furthest).toBeCloseTo(held!.furthest, 0)
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(async () => (await witnessedMedia(page))[0]!.furthest).toBeGreaterThan(held!.furthest + 0.5)
  })

  await test.step('the sliders are sliders', async () => {
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

  await test.step('repeat plays the same again', async () => {
    const repeat = player.getByRole('button', { name: 'Repeat' })
    await repeat.click()
    await expect(repeat).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('"Playing From" leads to the playlist, and playing goes on while one moves about', async () => {
    await page.getByRole('link', { name: 'Strand: discover playlists' }).click()
    await expect(page).toHaveURL(/\/(discover)?$/)
    await expect(upIn(player, first!.title)).toBeVisible()
    await player.getByRole('link', { name: bead.title }).last().click()
    await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
    await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  })

  await test.step('maximise, minimise, close', async () => {
    await player.getByRole('button', { name: 'Maximise' }).click()
    await player.getByRole('button', { name: 'Minimise' }).click()
    await player.getByRole('button', { name: 'Close' }).click()
    await expect(player).toBeHidden()
  })
})

test('L5 a playlist of dead links comes to its end and says why', async ({ page, baseURL }) => {
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

test('Q1 B5 the queue goes on beyond the page that was shown', async ({ page, baseURL }) => {
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
