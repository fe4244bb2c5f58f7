/** A page without a pointer: where Tab leads, and that one sees where one is. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Whether the element that has the focus shows it: by its outline, or the outline of what it is drawn in. */
const isSeen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const drawn = (one: Element, pseudo?: string): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, pseudo)
      // Fields have a ring instead, in the colour of the border they change.
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
        (element.matches('input, textarea, select') && boxShadow !== 'none')
      )
    }
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.parentElement?.parentElement?.parentElement,
    ].filter((one) => one != null)
    // A hidden checkbox is drawn by what stands after it.
    return (
      element.matches(':focus-visible') &&
      [...around, ...(element.parentElement?.children ?? [])].some((one) => drawn(one) || drawn(one, '::after') || drawn(one, '::before'))
    )
  })

export async function expectSeen(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await expect.poll(() => isSeen(target), `the focus is seen on ${target.toString()}`).toBe(true)
}

/** Whether it can be reached with the keyboard, forward or backward. */
const wayTo = (target: Locator): Promise<'Tab' | 'Shift+Tab'> =>
  target.evaluate((element) => {
    const { activeElement } = document
    const isBefore =
      activeElement !== null &&
      activeElement !== document.body &&
      (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    return isBefore ? 'Shift+Tab' : 'Tab'
  })

/** Presses Tab there or back, or the key that is said, until the focus is there. */
export async function reach(page: Page, target: Locator, by?: string): Promise<void> {
  await expect(target).toBeVisible()
  const key = by ?? (await wayTo(target))
  for (let n = 0; n < 150; n += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return expectSeen(target)
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${target.toString()}`)
}

export async function enter(page: Page, target: Locator, by?: string): Promise<void> {
  await reach(page, target, by)
  await page.keyboard.press('Enter')
}

/** Opens what a button opens, goes with Escape, and is back at the button. */
export async function openAndLeave(
  page: Page,
  opener: Locator,
  opened: Locator,
  within: () => Promise<void> = async () => {},
): Promise<void> {
  await enter(page, opener)
  await expect(opened).toBeVisible()
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement)), 'the focus goes in').toBe(true)
  await within()
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expectSeen(opener)
}
