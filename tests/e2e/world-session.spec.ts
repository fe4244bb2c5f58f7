/** The saved queue: when it is restored, and for which member (BY6). */
import type { Page } from '@playwright/test'
import { addPost, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { accountButton, playerOf } from './members.ts'
import { serveSounds, soundOf } from './sounds.ts'

/** The queue that the tab saved: its titles in order, its index and its position. */
const savedQueue = (page: Page) =>
  page.evaluate(() => {
    const record = JSON.parse(sessionStorage.getItem('strand-queue') ?? 'null') as null | {
      id: string
      session: { queue: { items: { id: string; title: string }[]; natural: string[] | null } }
    }
    const at = JSON.parse(sessionStorage.getItem('strand-queue-position') ?? 'null') as null | { itemId: string; position: number }
    if (!record || !at) return null
    const { items, natural } = record.session.queue
    return {
      titles: items.map(({ title }) => title),
      index: items.findIndex(({ id }) => id === at.itemId),
      position: at.position,
      shuffled: natural !== null,
    }
  })

/** Whether the queue in localStorage is that of this tab. */
const isLastWritten = (page: Page) =>
  page.evaluate(() => {
    const idIn = (storage: Storage, key: string) => (JSON.parse(storage.getItem(key) ?? 'null') as null | { id: string })?.id
    return ['strand-queue', 'strand-queue-position'].every((key) => {
      const own = idIn(sessionStorage, key)
      return own !== undefined && own === idIn(localStorage, key)
    })
  })

const playButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Play', exact: true })
const pauseButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Pause', exact: true })
const seek = (page: Page) => playerOf(page).getByRole('slider', { name: 'Seek' })

async function playShowcase(page: Page): Promise<string[]> {
  const bead = await showcase(page.context().request)
  const posts = await postsOf(page.context().request, bead.id, 'earliest')
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(pauseButton(page)).toBeVisible()
  return posts.map(({ title }) => title)
}

test('BY6 a reload restores queue, item, position, repeat and volume, paused', async ({ page }) => {
  const titles = await playShowcase(page)
  const player = playerOf(page)
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(player).toContainText(titles[1]!)
  await expect(seek(page)).toHaveAttribute('aria-valuetext', /^0:0[2-9]/)
  await player.getByRole('button', { name: 'Repeat' }).click()
  await player.getByRole('slider', { name: 'Volume' }).press('ArrowLeft')
  await player.getByRole('slider', { name: 'Volume' }).press('ArrowLeft')
  await pauseButton(page).click()
  const position = Number(await seek(page).inputValue())
  expect(position).toBeGreaterThanOrEqual(2)

  await page.reload()
  await expect(player).toContainText(titles[1]!)
  await expect(playButton(page)).toBeVisible()
  await expect(player.getByRole('button', { name: 'Repeat' })).toHaveAttribute('aria-pressed', 'true')
  await expect(player.getByRole('slider', { name: 'Volume' })).toHaveValue('90')
  await expect(seek(page)).toHaveAttribute('aria-valuetext', new RegExp(`^0:0${position} of`))
  expect(await page.evaluate(() => document.querySelectorAll('audio, video').length)).toBe(0)

  await test.step('Play resumes, and Next follows the same order', async () => {
    await playButton(page).click()
    await expect(pauseButton(page)).toBeVisible()
    await expect
      .poll(() =>
        page.evaluate(() =>
          Math.max(...[...document.querySelectorAll<HTMLMediaElement>('audio, video')].map(({ currentTime }) => currentTime)),
        ),
      )
      .toBeGreaterThan(position - 0.1)
    await player.getByRole('button', { name: 'Next' }).click()
    await expect(player).toContainText(titles[2]!)
  })
})

test("BY6 R14 going back from another document restores the member's queue, paused at its position", async ({ page }) => {
  await signUp(page.context().request, 'Back Again')
  const titles = await playShowcase(page)
  const player = playerOf(page)
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(player).toContainText(titles[1]!)
  await expect(seek(page)).toHaveAttribute('aria-valuetext', /^0:0[2-9]/)
  // The reload caches the document for the current cookies.
  await page.reload()
  await expect(playButton(page)).toBeVisible()
  await page.goto('/robots.txt')
  await page.goBack()
  const taken = await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).transferSize)
  expect(taken, 'the document is the one of the cache').toBe(0)
  await expect(player).toContainText(titles[1]!)
  await expect(playButton(page)).toBeVisible()
  await expect(seek(page)).toHaveAttribute('aria-valuetext', /^0:0[2-9]/)
})

test('BY6 BY4 edits of the queue survive a reload', async ({ page }) => {
  const titles = await playShowcase(page)
  const player = playerOf(page)
  await page.getByRole('button', { name: `More for ${titles[6]!}` }).click()
  await page.getByRole('menuitem', { name: 'Play next' }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('s')
  await expect.poll(async () => (await savedQueue(page))?.shuffled).toBe(true)
  const before = (await savedQueue(page))!
  expect([...before.titles].sort()).toEqual([...titles, titles[6]].sort())

  await page.reload()
  await expect(player).toContainText(titles[0]!)
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(player).toContainText(before.titles[1]!)
  await page.keyboard.press('s')
  await expect.poll(async () => (await savedQueue(page))?.shuffled).toBe(false)
  // Without shuffle: the original order, with the added item after the one that played then.
  expect((await savedQueue(page))!.titles).toEqual([titles[0], titles[6], ...titles.slice(1)])
})

test('BY6 a restarted browser restores the latest queue', async ({ page, context, newVisitor }) => {
  const titles = await playShowcase(page)
  await playerOf(page).getByRole('button', { name: 'Next' }).click()
  await expect(seek(page)).toHaveAttribute('aria-valuetext', /^0:0[2-9]/)
  await pauseButton(page).click()
  const position = Number(await seek(page).inputValue())
  await page.goto('about:blank')
  const storageState = await context.storageState()
  await page.close()

  await test.step('in a new page of the same browser', async () => {
    const again = await context.newPage()
    await again.goto('/discover')
    await expect(playerOf(again)).toContainText(titles[1]!)
    await expect(playButton(again)).toBeVisible()
    await expect(seek(again)).toHaveAttribute('aria-valuetext', new RegExp(`^0:0${position} of`))
    await again.close()
  })
  await test.step('from the profile on disk alone', async () => {
    const restarted = await (await newVisitor({ storageState })).newPage()
    await restarted.goto('/discover')
    await expect(playerOf(restarted)).toContainText(titles[1]!)
    await expect(playButton(restarted)).toBeVisible()
  })
})

test('BY6 a second tab does not take over the queue of an open one, and each has its own', async ({ page, context }) => {
  const titles = await playShowcase(page)
  await pauseButton(page).click()
  await expect.poll(() => savedQueue(page)).not.toBeNull()

  const second = await context.newPage()
  await second.goto('/discover')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await test.step('a duplicated tab starts empty', async () => {
    const opened = context.waitForEvent('page')
    await page.evaluate(() => void window.open('/discover'))
    const copy = await opened
    await expect(copy.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await copy.evaluate(() => sessionStorage.getItem('strand-queue'))).not.toBeNull()
    // Longer than a page waits for the previous document at a reload.
    await copy.waitForTimeout(1500)
    await expect(playerOf(copy)).toBeHidden()
    await copy.close()
  })
  await expect(playerOf(second)).toBeHidden()

  await test.step("two queues, and a reload restores each tab's own", async () => {
    const bead = await showcase(context.request)
    await second.goto(`/${bead.id}?sort=earliest`)
    await second
      .getByRole('main')
      .getByRole('button', { name: `Play ${titles[2]!}` })
      .click()
    await expect(pauseButton(second)).toBeVisible()
    await pauseButton(second).click()
    await expect.poll(() => savedQueue(second)).not.toBeNull()
    // One after the other, so that it is certain which tab saved last: a restored queue is saved again.
    await page.reload()
    await expect(playerOf(page)).toContainText(titles[0]!)
    await expect.poll(() => isLastWritten(page)).toBe(true)
    await second.reload()
    await expect(playerOf(second)).toContainText(titles[2]!)
    await expect.poll(() => isLastWritten(second)).toBe(true)
  })
  await test.step('both tabs closed → the queue saved last is restored, once', async () => {
    await page.close()
    await second.close()
    const third = await context.newPage()
    await third.goto('/discover')
    await expect(playerOf(third)).toContainText(titles[2]!)
    const fourth = await context.newPage()
    await fourth.goto('/discover')
    await fourth.waitForTimeout(1500)
    await expect(playerOf(fourth)).toBeHidden()
  })
})

test("BY6 a queue belongs to its member: sign-out clears it, no one else gets it, and a visitor's moves to their account", async ({
  page,
  context,
}) => {
  await serveSounds(context)
  await signUp(context.request, 'Queue Owner')
  const bead = await startPlaylist(context.request, 'Mine alone')
  await addPost(context.request, bead.id, soundOf(60), 'A draft of mine')
  await page.goto(`/${bead.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Play A draft of mine' }).click()
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('strand-queue'))).toContain('A draft of mine')
  const theirs = await page.evaluate(() => ({ ...localStorage }))

  await accountButton(page, 'Queue Owner').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(playerOf(page)).toBeHidden()
  const left = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  await expect.poll(left).not.toContain('A draft of mine')
  await page.waitForTimeout(500)
  expect(await left()).not.toContain('A draft of mine')
  // Media elements that remain for the next item are paused.
  expect(await page.evaluate(() => [...document.querySelectorAll<HTMLMediaElement>('audio, video')].every(({ paused }) => paused))).toBe(
    true,
  )

  await test.step('a queue left behind by another tab → removed, and not restored for a visitor', async () => {
    await page.evaluate((saved) => Object.assign(localStorage, saved), theirs)
    await page.goto('/discover')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('strand-queue'))).toBeNull()
    await expect(playerOf(page)).toBeHidden()
  })
  await test.step('a queue left behind by another tab → removed, and not restored for another member', async () => {
    await signUp(context.request, 'Somebody Else')
    await page.evaluate((saved) => Object.assign(localStorage, saved), theirs)
    await page.goto('/discover')
    await expect(accountButton(page, 'Somebody Else')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('strand-queue'))).toBeNull()
    await expect(playerOf(page)).toBeHidden()
  })
})

test('BY6 an unreadable saved queue → dropped silently', async ({ page }) => {
  await page.goto('/discover')
  for (const junk of [
    '{',
    '[]',
    '{"version":1}',
    '{"version":99,"id":"a"}',
    '"text"',
    'null',
    '{"version":1,"id":"a","member":null,"writtenAt":1,"session":{"queue":{"items":[{}]}}}',
  ]) {
    await page.evaluate((text) => {
      for (const key of ['strand-queue', 'strand-queue-position', 'strand-posts', 'strand-player']) {
        localStorage.setItem(key, text)
        sessionStorage.setItem(key, text)
      }
    }, junk)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await playShowcase(page)
})

test('BY6 a full storage → the queue is not saved, and playback continues', async ({ page }) => {
  await page.goto('/discover')
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) {
      for (let size = 4_000_000, n = 0; size > 500; n += 1) {
        try {
          storage.setItem(`ballast-${n}`, 'x'.repeat(size))
        } catch {
          size = Math.floor(size / 2)
        }
      }
    }
  })
  const titles = await playShowcase(page)
  await playerOf(page).getByRole('button', { name: 'Next' }).click()
  await expect(playerOf(page)).toContainText(titles[1]!)
  await expect(pauseButton(page)).toBeVisible()
})
