/** Under a finger, links and buttons of lists take presses within 44 px (look-and-feel: targets). */
import { showcase } from './api.ts'
import { expect, test } from './fixtures.ts'

test('BY17 under a finger the log-in links, See all and the names in lists take presses within 44 px of height', async ({ newVisitor, request }) => {
  const bead = await showcase(request)
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  /** Px of height within which a press at its middle reaches each element that is found. */
  const heights = (selector: string) => page.locator(selector).evaluateAll((elements) => elements.map((element) => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const takes = (by: number): boolean => {
      const hit = document.elementFromPoint(x, y + by)
      return hit !== null && (hit === element || element.contains(hit))
    }
    const reach = (step: 1 | -1): number => {
      let by = 0
      while (Math.abs(by) < 60 && takes(by + step)) by += step
      return Math.abs(by)
    }
    return reach(1) + reach(-1) + 1
  }))
  for (const [path, selector] of [
    ['/login', 'main form p button'],
    [`/p/${bead.creator.uid}`, 'main section a[aria-label^="See all"]'],
    [bead.href, 'main article a[href^="/p/"]'],
    [`${bead.href}/followers`, 'main a[href*="/b"]:has(svg)'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.locator(selector).first()).toBeVisible()
    // A border between two pixels costs one of them.
    expect(Math.min(...(await heights(selector))), `${path}: ${selector}`).toBeGreaterThanOrEqual(43)
  }
})
