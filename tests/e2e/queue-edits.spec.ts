/** Edits of the queue in its panel, each with undo. */
import { expect, test } from './fixtures.ts'
import { playerOf } from './members.ts'
import { chooseFor, currentIn, handleOf, moved, openShowcase, panelOf, queueButton, rowOf, titlesIn, undoOf } from './queue.ts'

test('BY4 a row is played, played next, moved to either end and removed, each undone by its toast', async ({ page }) => {
  const titles = await openShowcase(page)
  expect(await titlesIn(page)).toEqual(titles)
  await expect(currentIn(page)).toContainText(titles[1]!)

  const edits: [number, string, string[]][] = [
    [5, 'Play next', moved(titles, 5, 2)],
    [0, 'Play next', moved(titles, 0, 1)],
    [4, 'Move to top', moved(titles, 4, 0)],
    [4, 'Move to bottom', moved(titles, 4, titles.length - 1)],
    [6, 'Remove from queue', titles.toSpliced(6, 1)],
  ]
  for (const [place, choice, expected] of edits) {
    await chooseFor(page, titles[place]!, choice)
    await expect.poll(() => titlesIn(page), choice).toEqual(expected)
    await expect(currentIn(page), choice).toContainText(titles[1]!)
    await undoOf(page, titles[place]!)
    await expect.poll(() => titlesIn(page), `${choice}, undone`).toEqual(titles)
  }

  await panelOf(page)
    .getByRole('button', { name: `Play ${titles[3]}` })
    .click()
  await expect(currentIn(page)).toContainText(titles[3]!)
  await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})

test('BY4 clearing the queue retains the current item, and can be undone', async ({ page }) => {
  const titles = await openShowcase(page)
  await panelOf(page).getByRole('button', { name: 'Clear queue' }).click()
  await expect.poll(() => titlesIn(page)).toEqual([titles[1]])
  await expect(panelOf(page)).toContainText('End of the queue')
  await expect(panelOf(page).getByRole('button', { name: 'Clear queue' })).toBeFocused()
  await undoOf(page, 'The queue is cleared')
  await expect.poll(() => titlesIn(page)).toEqual(titles)
})

test('BY4 removing the current item → the next plays; removing the last → the player closes, and Undo restores it', async ({ page }) => {
  const titles = await openShowcase(page, 0)
  await chooseFor(page, titles[0]!, 'Remove from queue')
  await expect(currentIn(page)).toContainText(titles[1]!)
  await expect(playerOf(page)).toContainText(titles[1]!)
  await expect(panelOf(page).getByRole('button', { name: `More for ${titles[1]}` })).toBeFocused()
  await panelOf(page).getByRole('button', { name: 'Clear queue' }).click()
  await expect.poll(() => titlesIn(page)).toEqual([titles[1]])
  await handleOf(page, titles[1]!).press('Delete')
  await expect(playerOf(page)).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  await undoOf(page, `Removed: ${titles[1]}`)
  await expect(playerOf(page)).toContainText(titles[1]!)
})

test('BY4 BY17 by keyboard: a row is lifted, moved, dropped, cancelled, removed, and each undone', async ({ page }) => {
  const titles = await openShowcase(page)
  const status = panelOf(page).getByRole('status').last()
  await expect(
    panelOf(page)
      .getByRole('button', { name: /^(Play|Pause) / })
      .nth(1),
  ).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Tab')
  const third = handleOf(page, titles[2]!)
  await expect(third).toBeFocused()
  await expect(third).toHaveAccessibleDescription(/Space to pick it up.*arrow keys.*Escape/)

  await page.keyboard.press('Space')
  await expect(status).toHaveText(`Picked up ${titles[2]}, position 3 of 10.`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveText('Position 5 of 10.')
  await page.keyboard.press('Escape')
  await expect(status).toHaveText(`Move of ${titles[2]} cancelled.`)
  await expect(panelOf(page)).toBeVisible()
  expect(await titlesIn(page)).toEqual(titles)

  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(status).toHaveText(`Dropped ${titles[2]}, position 9 of 10.`)
  await expect.poll(() => titlesIn(page)).toEqual(moved(titles, 2, 8))
  await expect(third).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect.poll(() => titlesIn(page)).toEqual(titles)

  await page.keyboard.press('Delete')
  await expect.poll(() => titlesIn(page)).toEqual(titles.toSpliced(2, 1))
  await expect(handleOf(page, titles[3]!)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect.poll(() => titlesIn(page)).toEqual(titles)
})

test('BY4 a row is dragged by its handle or itself, and a click on it still plays', async ({ page }) => {
  const titles = await openShowcase(page)
  const drag = async (from: string, part: string, to: string) => {
    const [a, b] = [await rowOf(page, from).locator(part).boundingBox(), await rowOf(page, to).boundingBox()]
    await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2)
    await page.mouse.down()
    await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2 + 12)
    await page.mouse.move(a!.x + a!.width / 2, b!.y + b!.height / 2, { steps: 8 })
  }
  await drag(titles[2]!, '[data-part="handle"]', titles[4]!)
  await page.mouse.up()
  await expect.poll(() => titlesIn(page)).toEqual(moved(titles, 2, 4))
  await undoOf(page, `Moved: ${titles[2]}`)
  await expect.poll(() => titlesIn(page)).toEqual(titles)

  await drag(titles[4]!, '[data-part="play"]', titles[2]!)
  await page.mouse.up()
  await expect.poll(() => titlesIn(page)).toEqual(moved(titles, 4, 2))
  await expect(currentIn(page), 'the release is no click').toContainText(titles[1]!)
  await page.keyboard.press('Control+z')

  await drag(titles[3]!, '[data-part="handle"]', titles[1]!)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(panelOf(page)).toBeVisible()
  expect(await titlesIn(page)).toEqual(titles)
  await panelOf(page)
    .getByRole('button', { name: `Play ${titles[2]}` })
    .click()
  await expect(currentIn(page)).toContainText(titles[2]!)
})

test('BY4 a row is dragged by touch, and a swipe still scrolls the list', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const titles = await openShowcase(page)
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const swipe = async (part: string, title: string, by: number) => {
    const box = await rowOf(page, title).locator(part).boundingBox()
    const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2]
    await touch('touchStart', x, y)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', x, y + (by * step) / 8)
    await touch('touchEnd', x, y + by)
  }
  const row = (await rowOf(page, titles[1]!).boundingBox())!.height
  await swipe('[data-part="handle"]', titles[1]!, row * 2)
  await expect.poll(() => titlesIn(page)).toEqual(moved(titles, 1, 3))
  const before = await rowOf(page, titles[4]!).boundingBox()
  await swipe('[data-part="play"]', titles[4]!, -row)
  await expect.poll(async () => (await rowOf(page, titles[4]!).boundingBox())!.y).toBeLessThan(before!.y - row / 2)
  expect(await titlesIn(page)).toEqual(moved(titles, 1, 3))
  await expect(queueButton(page)).toHaveAttribute('aria-expanded', 'true')
})
