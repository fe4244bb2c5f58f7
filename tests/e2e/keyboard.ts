/** Keyboard navigation: moves the focus with Tab, and checks that it is visible. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Whether the focus is visible: by an outline of the element, or of an element that is drawn for it. */
const isSeen = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const drawn = (one: Element, pseudo?: string): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, pseudo)
      // Fields have a ring in the colour of their changed border instead.
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
    // A hidden checkbox is drawn by its next sibling.
    return (
      element.matches(':focus-visible') &&
      [...around, ...(element.parentElement?.children ?? [])].some((one) => drawn(one) || drawn(one, '::after') || drawn(one, '::before'))
    )
  })

export async function expectSeen(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await expect.poll(() => isSeen(target), `the focus is seen on ${target.toString()}`).toBe(true)
}

/** The key that moves the focus towards an element. */
const keyTowards = (target: Locator): Promise<'Tab' | 'Shift+Tab'> =>
  target.evaluate((element) => {
    const { activeElement } = document
    const isBefore =
      activeElement !== null &&
      activeElement !== document.body &&
      (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    return isBefore ? 'Shift+Tab' : 'Tab'
  })

/**
 * Presses Tab, Shift+Tab or the key `by` until the element has the focus, and checks that the focus is visible. The locator is not
 * resolved for every press: to find a role in a large page takes longer than the press.
 */
export async function reach(page: Page, target: Locator, by?: string): Promise<void> {
  await expect(target).toBeVisible()
  const key = by ?? (await keyTowards(target))
  for (let rounds = 0; rounds < 15; rounds += 1) {
    const element = await target.elementHandle()
    for (let n = 0; n < 10; n += 1) {
      const state = await element!.evaluate((element) => (element.isConnected ? element === document.activeElement : 'replaced'))
      if (state === true) return expectSeen(target)
      if (state === 'replaced') break
      await page.keyboard.press(key)
    }
  }
  throw new Error(`${key} never reached ${target.toString()}`)
}

export async function enter(page: Page, target: Locator, by?: string): Promise<void> {
  await reach(page, target, by)
  await page.keyboard.press('Enter')
}

/** Opens a dialog or menu by its button, closes it with Escape, and expects the focus to return to the button. */
export async function openAndLeave(
  page: Page,
  opener: Locator,
  opened: Locator,
  within: () => Promise<void> = async () => {},
): Promise<void> {
  await enter(page, opener)
  await expect(opened).toBeVisible()
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement)), 'the focus moves into it').toBe(true)
  await within()
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expectSeen(opener)
}
