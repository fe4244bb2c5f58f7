/** Commands of component tests that run in Node: input by keyboard and mouse, and what only Playwright can change. */
import { defineBrowserCommand } from '@vitest/browser-playwright'
import { stubProviders } from '../support/providers/index.ts'

type Press = [keys: string]
type Media = [features: { colorScheme?: 'light' | 'dark'; reducedMotion?: 'reduce' | 'no-preference' }]

/** Keys go to the frame of the test, unless the focus is already in it. */
const focusFrame = () => {
  if (!document.hasFocus()) window.focus()
}

export const commands = {
  /** Presses a key, such as `Enter` or `Control+K`, on the focused element. */
  press: defineBrowserCommand<Press>(async ({ page, frame }, keys) => {
    await (await frame()).evaluate(focusFrame)
    await page.keyboard.press(keys)
  }),
  /** Types a text, key by key, into the focused element. */
  typeText: defineBrowserCommand<[text: string, delayMs?: number]>(async ({ page, frame }, text, delay) => {
    await (await frame()).evaluate(focusFrame)
    await page.keyboard.type(text, delay === undefined ? {} : { delay })
  }),
  /** Clicks at a position of the window. */
  clickAt: defineBrowserCommand<[x: number, y: number]>(({ page }, x, y) => page.mouse.click(x, y)),
  /** Moves the pointer to a position of the window. */
  moveTo: defineBrowserCommand<[x: number, y: number]>(({ page }, x, y) => page.mouse.move(x, y)),
  mouseDown: defineBrowserCommand<[]>(({ page }) => page.mouse.down()),
  mouseUp: defineBrowserCommand<[]>(({ page }) => page.mouse.up()),
  /** The size of the window around the frame of the test, which full screen fills. `page.viewport` changes only the frame. */
  resizeWindow: defineBrowserCommand<[width: number, height: number]>(async ({ page }, width, height) => {
    // Chromium does not resize a window that is still leaving full screen.
    for (let attempt = 1; ; attempt += 1)
      try {
        return await page.setViewportSize({ width, height })
      } catch (error) {
        if (attempt === 50 || !String(error).includes('fullscreen window')) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
  }),
  emulateMedia: defineBrowserCommand<Media>(({ page }, features) => page.emulateMedia(features)),
  /** Answers requests to the pages and scripts of providers with stubs. */
  stubProviders: defineBrowserCommand<[]>(({ page }) => stubProviders(page)),
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    press(...input: Press): Promise<void>
    typeText(text: string, delayMs?: number): Promise<void>
    clickAt(x: number, y: number): Promise<void>
    moveTo(x: number, y: number): Promise<void>
    mouseDown(): Promise<void>
    mouseUp(): Promise<void>
    resizeWindow(width: number, height: number): Promise<void>
    emulateMedia(...input: Media): Promise<void>
    stubProviders(): Promise<void>
  }
}
