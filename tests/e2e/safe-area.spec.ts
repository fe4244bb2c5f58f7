/** The safe area of a phone (notch, corners, home indicator). Desktop browsers have none, so the test sets the variables. */
import { showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

const area = { top: 47, right: 44, bottom: 34, left: 44 }

async function cover(page: Page): Promise<void> {
  await page.evaluate((sides) => {
    for (const [side, px] of Object.entries(sides)) document.documentElement.style.setProperty(`--safe-${side}`, `${px}px`)
  }, area)
  await page.waitForTimeout(300)
}

/** The controls within `selector` that extend beyond the safe area, with their edges. */
const covered = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((root, sides) => {
      const controls = [...root.querySelectorAll<HTMLElement>('button, a[href], input')].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && getComputedStyle(one).clipPath === 'none',
      )
      if (controls.length === 0) return ['no control']
      return controls.flatMap((one) => {
        let { left, right, top, bottom } = one.getBoundingClientRect()
        // The visible part of the control.
        for (let around = one.parentElement; around !== null && root.contains(around); around = around.parentElement) {
          if (getComputedStyle(around).overflowX === 'visible') continue
          const clip = around.getBoundingClientRect()
          ;[left, right, top, bottom] = [
            Math.max(left, clip.left),
            Math.min(right, clip.right),
            Math.max(top, clip.top),
            Math.min(bottom, clip.bottom),
          ]
        }
        // A control that scrolls may have any vertical position.
        const scrolls = one.closest('nav, [data-dialog-body]') !== null
        const inside =
          left >= sides.left - 0.5 &&
          right <= innerWidth - sides.right + 0.5 &&
          (scrolls || (top >= sides.top - 0.5 && bottom <= innerHeight - sides.bottom + 0.5))
        return inside ? [] : [`${one.ariaLabel ?? one.textContent}: ${[left, top, right, bottom].map(Math.round)}`]
      })
    }, area)

for (const [name, viewport] of [
  ['upright', { width: 390, height: 844 }],
  ['on its side', { width: 844, height: 390 }],
] as const) {
  test(`BY17 a phone ${name}: no control of the bars, the left menu and a dialog lies under the notch or the home indicator`, async ({
    newVisitor,
    request,
  }) => {
    const context = await newVisitor({ viewport, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    const bead = await showcase(request)
    await page.goto(bead.href)
    await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().tap()
    await expect(page.locator('[data-player]').first()).toBeVisible()
    await cover(page)
    await expect.poll(() => covered(page, '[data-player]')).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => covered(page, '#top')).toEqual([])
    expect(await page.locator('#top').evaluate((bar) => bar.getBoundingClientRect().height)).toBe(56 + area.top)

    await page.getByRole('button', { name: 'Menu', exact: true }).first().tap()
    const menu = page.getByRole('dialog')
    await expect(menu).toBeVisible()
    expect(await covered(page, '[role=dialog]')).toEqual([])
    await menu.getByRole('button', { name: 'Close' }).tap()
    await expect(menu).toHaveCount(0)

    await page
      .getByRole('group', { name: 'Playlist actions' })
      .getByRole('button', { name: /^Follow/ })
      .tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await covered(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}
