/** Media keys (BY3), playback in other tabs (BY6), links with a time, and resuming (BY18). */
import type { Page } from '@playwright/test'
import { addPost, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { playerOf } from './members.ts'
import { serveSounds, soundOf } from './sounds.ts'

const playButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Play', exact: true })
const pauseButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Pause', exact: true })
const position = async (page: Page) => Number(await playerOf(page).getByRole('slider', { name: 'Seek' }).inputValue())
const mediaTime = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, ...[...document.querySelectorAll<HTMLMediaElement>('audio, video')].map(({ currentTime }) => currentTime)),
  )

interface Spied {
  handlers: Record<string, MediaSessionActionHandler>
  positions: (MediaPositionState | undefined)[]
}

/** Records what the page sends to the media session, which still receives it. Call before the page is opened. */
const spyOnSystem = (page: Page) =>
  page.addInitScript(() => {
    const spied: Spied = { handlers: {}, positions: [] }
    Object.assign(window, { spied })
    const session = navigator.mediaSession
    const [setHandler, setPosition] = [session.setActionHandler.bind(session), session.setPositionState.bind(session)]
    session.setActionHandler = (action, handler) => {
      if (handler) spied.handlers[action] = handler
      else delete spied.handlers[action]
      setHandler(action, handler)
    }
    session.setPositionState = (state) => {
      setPosition(state)
      spied.positions.push(state)
    }
  })
const system = (page: Page) =>
  page.evaluate(() => {
    const { handlers, positions } = (window as unknown as { spied: Spied }).spied
    const { metadata, playbackState } = navigator.mediaSession
    return {
      title: metadata?.title,
      artist: metadata?.artist,
      album: metadata?.album,
      artwork: metadata?.artwork.map(({ src }) => src) ?? [],
      playbackState,
      actions: Object.keys(handlers).sort(),
      last: positions.at(-1),
      positionCount: positions.length,
    }
  })
/** Calls the handler of a media key. Waits for it: handlers are set shortly after playback starts, and removed while they change. */
async function press(page: Page, action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): Promise<void> {
  await page.waitForFunction((name) => typeof (window as unknown as { spied: Spied }).spied.handlers[name] === 'function', action)
  await page.evaluate(([name, more]) => (window as unknown as { spied: Spied }).spied.handlers[name]!({ action: name, ...more }), [
    action,
    details,
  ] as const)
}

async function playlistOfSounds(page: Page, name: string, lengths: number[]): Promise<{ bead: string; posts: string[] }> {
  await serveSounds(page.context())
  await signUp(page.context().request, name)
  const bead = await startPlaylist(page.context().request, `Sounds of ${name}`)
  const posts: string[] = []
  for (const [n, seconds] of lengths.entries())
    posts.push((await addPost(page.context().request, bead.id, soundOf(seconds, `s${n + 1}`), `Sound ${n + 1}`)).id)
  return { bead: bead.id, posts }
}

test('BY3 the media session has the playing item, and its keys control the player', async ({ page }) => {
  await spyOnSystem(page)
  const bead = await showcase(page.context().request)
  const [first, second] = await postsOf(page.context().request, bead.id, 'earliest')
  await page.goto(`/${bead.id}?sort=earliest`)
  expect(await system(page)).toMatchObject({ playbackState: 'none', actions: [] })
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  const always = ['nexttrack', 'pause', 'play', 'seekbackward', 'seekforward', 'seekto', 'stop']
  await expect
    .poll(() => system(page))
    .toMatchObject({
      title: first!.title,
      artist: first!.creator.name,
      album: bead.title,
      playbackState: 'playing',
      actions: always,
    })
  expect((await system(page)).artwork).toEqual([new URL(first!.media!.image!, page.url()).href])

  await test.step('pause, play and stop', async () => {
    await press(page, 'pause')
    await expect(playButton(page)).toBeVisible()
    await expect.poll(() => system(page)).toMatchObject({ playbackState: 'paused' })
    await press(page, 'play')
    await expect(pauseButton(page)).toBeVisible()
    await press(page, 'stop')
    await expect(playButton(page)).toBeVisible()
    await expect.poll(() => mediaTime(page)).toBe(0)
    await expect(playerOf(page)).toContainText(first!.title)
  })
  await test.step('seeking within the medium', async () => {
    const duration = first!.media!.duration!
    await press(page, 'seekto', { seekTime: 4 })
    await expect.poll(() => mediaTime(page)).toBe(4)
    await expect.poll(async () => (await system(page)).last?.position).toBe(4)
    await press(page, 'seekbackward', { seekOffset: 1 })
    await expect.poll(() => mediaTime(page)).toBe(3)
    await press(page, 'seekbackward')
    await expect.poll(() => mediaTime(page)).toBe(0)
    await press(page, 'seekforward', { seekOffset: 2 })
    await expect.poll(() => mediaTime(page)).toBe(2)
    await press(page, 'seekto', { seekTime: 1e9 })
    await expect.poll(async () => (await system(page)).last?.position ?? 0).toBeGreaterThan(duration - 0.5)
    const { last } = await system(page)
    expect(last!.position!).toBeLessThanOrEqual(last!.duration!)
  })
  await test.step('next and previous', async () => {
    await press(page, 'nexttrack')
    await expect(playerOf(page)).toContainText(second!.title)
    await expect
      .poll(() => system(page))
      .toMatchObject({ title: second!.title, actions: [...always.slice(0, 3), 'previoustrack', ...always.slice(3)] })
    await expect.poll(async () => (await system(page)).last?.position ?? 99).toBeLessThan(2)
    await press(page, 'previoustrack')
    await expect(playerOf(page)).toContainText(first!.title)
    await expect.poll(async () => (await system(page)).actions).toEqual(always)
  })
  await test.step('the player closes → the media session is empty', async () => {
    await playerOf(page).getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(() => system(page)).toMatchObject({ title: undefined, playbackState: 'none', actions: [], last: undefined })
  })
})

test("BY3 the media session's position is set on jumps, not on every tick", async ({ page }) => {
  await spyOnSystem(page)
  const { bead } = await playlistOfSounds(page, 'Position Teller', [100])
  await page.goto(`/${bead}`)
  await page.getByRole('main').getByRole('button', { name: 'Play Sound 1' }).click()
  await expect.poll(async () => (await system(page)).last?.duration).toBe(100)
  const before = (await system(page)).positionCount
  await page.waitForTimeout(3000)
  expect((await system(page)).positionCount - before).toBeLessThanOrEqual(1)
  await page.keyboard.press('5')
  await expect.poll(async () => Math.floor((await system(page)).last!.position!)).toBe(50)
})

test('BY6 another tab that starts playing pauses this one', async ({ page, context }) => {
  const { bead } = await playlistOfSounds(page, 'Two Tabs', [100, 100])
  await page.goto(`/${bead}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play Sound 1' }).click()
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(0.5)
  const second = await context.newPage()
  await second.goto(`/${bead}?sort=earliest`)
  await expect(pauseButton(page), 'a tab that opens is no tab that plays').toBeVisible()
  await second.getByRole('main').getByRole('button', { name: 'Play Sound 2' }).click()
  await expect(pauseButton(second)).toBeVisible()
  await expect(playButton(page)).toBeVisible()
  const held = await mediaTime(page)
  await page.waitForTimeout(600)
  expect(await mediaTime(page)).toBe(held)
  await test.step('playing here again pauses the other tab', async () => {
    await playButton(page).click()
    await expect(pauseButton(page)).toBeVisible()
    await expect(playButton(second)).toBeVisible()
  })
})

test('BY18 a link with a time shows it, waits for a press, and starts there once', async ({ page }) => {
  const { bead, posts } = await playlistOfSounds(page, 'Link Sender', [200, 200])
  for (const [written, shown, seconds] of [
    ['90', '1:30', 90],
    ['1m30s', '1:30', 90],
    ['2:05', '2:05', 125],
  ] as const) {
    await page.goto(`/${bead}/${posts[1]}?t=${written}`)
    const button = page.getByRole('main').getByRole('button', { name: `Play from ${shown}: Sound 2` })
    await expect(button).toContainText(`Play from ${shown}`)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => [...document.querySelectorAll<HTMLMediaElement>('audio, video')].every(({ paused }) => paused))).toBe(
      true,
    )
    await button.click()
    await expect(pauseButton(page)).toBeVisible()
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(seconds)
    expect(await mediaTime(page)).toBeLessThan(seconds + 8)
  }
  await test.step('after that, the button starts at the beginning', async () => {
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Pause Sound 2' }).click()
    await page.keyboard.press('1')
    await expect.poll(() => position(page)).toBe(20)
    await main.getByRole('button', { name: 'Play Sound 2' }).click()
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(20)
    expect(await mediaTime(page)).toBeLessThan(40)
  })
  await test.step('an invalid time is ignored', async () => {
    for (const junk of ['abc', '-5', '1e9', '%00', '<script>', '99999999999']) {
      await page.goto(`/${bead}/${posts[0]}?t=${encodeURIComponent(junk)}`)
      await expect(page.getByRole('main').getByRole('button', { name: 'Play Sound 1', exact: true })).toBeVisible()
    }
  })
})

test('BY18 a long medium resumes where it was left, on another day too, and can be restarted', async ({ page, context }) => {
  const { bead } = await playlistOfSounds(page, 'Long Listener', [700, 60])
  await page.goto(`/${bead}?sort=earliest`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Play Sound 1' }).click()
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(async () => playerOf(page).getByRole('slider', { name: 'Seek' }).getAttribute('max')).toBe('700')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('5')
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(351)
  await playerOf(page).getByRole('button', { name: 'Next' }).click()
  await expect(playerOf(page)).toContainText('Sound 2')
  await playerOf(page).getByRole('button', { name: 'Close', exact: true }).click()
  await page.close()

  const later = await context.newPage()
  await later.goto(`/${bead}?sort=earliest`)
  await later.getByRole('main').getByRole('button', { name: 'Play Sound 1' }).click()
  await expect.poll(() => mediaTime(later)).toBeGreaterThan(345)
  await expect(playerOf(later)).toContainText(/5:5\d/)
  await playerOf(later).getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => mediaTime(later)).toBeLessThan(30)
  await expect(pauseButton(later)).toBeVisible()
})
