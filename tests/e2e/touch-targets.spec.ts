/** On touch screens, targets have at least 44 × 44 px (look-and-feel: targets). */
import { postsOf, showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { enter } from './screens-list.ts'

/**
 * The controls within `part` whose target has less than 44 px of width or height, each with its name and size. Measured by hit tests from
 * the centre, so that an overlapping neighbour reduces the size.
 */
const smallTargets = (page: Page, part: string): Promise<{ measured: number; small: string[] }> =>
  page.evaluate((within) => {
    const small: string[] = []
    let measured = 0
    for (const control of document.querySelectorAll(`${within} :is(a[href], button, input, textarea, select, summary, [role="slider"])`)) {
      if (
        !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        control.matches(':disabled') ||
        control.closest('[inert]')
      )
        continue
      // The target of a checkbox is its label.
      const target = control.matches('input') ? (control.closest('label') ?? control) : control
      target.scrollIntoView({ block: 'center', inline: 'center' })
      // The largest line of a link that wraps.
      const [line] = [...target.getClientRects()].sort((one, other) => other.width * other.height - one.width * one.height)
      // Skips visually hidden elements, and (below) those outside the window.
      if (line === undefined || line.width <= 1) continue
      const [x, y] = [line.left + line.width / 2, line.top + line.height / 2]
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue
      measured += 1
      const name = `${control.tagName.toLowerCase()} "${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)}"`
      const takes = (across: number, down: number): boolean => {
        const hit = document.elementFromPoint(x + across, y + down)
        return hit !== null && (hit === target || target.contains(hit))
      }
      if (!takes(0, 0)) {
        small.push(`${name}: something else takes the press at its middle`)
        continue
      }
      const reach = (across: number, down: number): number => {
        let by = 0
        while (by < 30 && takes(across * (by + 1), down * (by + 1))) by += 1
        return by
      }
      const [width, height] = [reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1]
      // An edge between two pixels costs one of them.
      if (width < 43 || height < 43) small.push(`${name}: ${width} by ${height} px`)
    }
    return { measured, small }
  }, part)

async function expectTargets(page: Page, path: string, part = 'body'): Promise<void> {
  const { measured, small } = await smallTargets(page, part)
  expect(measured, `${path}: controls measured`).toBeGreaterThan(3)
  expect.soft(small, `${path}: targets of less than 44 px`).toEqual([])
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.touchscreen.tap(4, 400)
}

const finger = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test("BY17 on a touch screen a visitor's screens, the log-in and the player have targets of 44 × 44 px", async ({
  newVisitor,
  request,
}) => {
  const bead = await showcase(request)
  const [post] = (await postsOf(request, bead.id, 'top')).sort((one, other) => other.commentCount - one.commentCount)
  expect(post!.commentCount).toBeGreaterThan(0)
  const page = await (await newVisitor(finger)).newPage()
  for (const path of [
    '/login',
    '/discover',
    '/trending',
    bead.href,
    `${bead.href}/followers`,
    `/${post!.href}`,
    `/p/${bead.creator.uid}`,
    '/search?q=piano',
  ])
    await test.step(path, async () => {
      await open(page, path)
      if (path.includes(post!.id))
        await page
          .getByRole('main')
          .getByRole('list', { name: 'Comments' })
          .or(page.getByRole('main').locator('article a[href^="/p/"]'))
          .first()
          .waitFor()
      await expectTargets(page, path)
    })
  await test.step('the log-in as a dialog', async () => {
    await open(page, '/music')
    await page.getByRole('banner').getByRole('button', { name: 'Log In' }).tap()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
    await expectTargets(page, 'the log-in dialog', '[role=dialog]')
  })
  await test.step('the player', async () => {
    await open(page, bead.href)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Play / })
      .first()
      .tap()
    await page.getByRole('region', { name: 'Player' }).getByRole('link').first().waitFor()
    await expectTargets(page, 'the player', '[data-player]')
  })
})

test("BY17 on a touch screen a member's activity, collection and playlist have targets of 44 × 44 px, inline names too", async ({
  newVisitor,
  request,
}) => {
  const bead = await showcase(request)
  const context = await newVisitor(finger)
  await enter(context.request, 'demo')
  const page = await context.newPage()
  for (const path of ['/activity', '/collection', bead.href])
    await test.step(path, async () => {
      await open(page, path)
      await page.getByRole('main').locator('a[href^="/p/"]').first().waitFor()
      await expectTargets(page, path)
    })
})
