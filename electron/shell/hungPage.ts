/** A page that does not respond: the person waits, or loads it again. */
import type { BrowserWindow, WebContents } from 'electron'
import { desktop } from '#texts/en/desktop.ts'
import type { ElectronModule } from './electronModule.ts'

const buttons = { wait: 0, reload: 1 }

/** Addresses of pages that are ended in order to be loaded again. */
const reloads = new WeakMap<WebContents, string>()

/** Called when a page has ended. Its address, if a person has chosen to load it again; null after a crash. */
export function takeReload(contents: WebContents): string | null {
  const url = reloads.get(contents) ?? null
  reloads.delete(contents)
  return url
}

/** The page that is loaded again is ended, which `render-process-gone` reports. */
export function watchHungPage(window: BrowserWindow, { dialog }: Pick<ElectronModule, 'dialog'>): void {
  /** Closes the question. Null while none is shown. */
  let question: AbortController | null = null
  const close = (): void => {
    question?.abort()
    question = null
  }

  async function show(): Promise<void> {
    if (question !== null || window.isDestroyed() || !window.isVisible()) return
    const shown = new AbortController()
    question = shown
    const { title, text, wait, reload } = desktop.hung
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: title,
      detail: text,
      buttons: [wait, reload],
      defaultId: buttons.wait,
      cancelId: buttons.wait,
      noLink: true,
      signal: shown.signal,
    })
    // The page has responded since.
    if (question !== shown) return
    question = null
    if (response !== buttons.reload || window.isDestroyed()) return
    const { webContents } = window
    reloads.set(webContents, webContents.getURL())
    webContents.forcefullyCrashRenderer()
  }

  window.on('unresponsive', () => void show())
  window.on('responsive', close)
  window.webContents.on('render-process-gone', close)
  window.on('closed', close)
}
