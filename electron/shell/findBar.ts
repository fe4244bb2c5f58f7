/** Finds text in the page. The bar is a view over the page, which is not changed. */
import type { BrowserWindow, WebContents, WebContentsView } from 'electron'
import {
  countStyle,
  findBarBounds,
  findBarPath,
  isOtherPage,
  renderFindBar,
  type FindCommand,
  type FindDirection,
  type Matches,
} from '../policy/findBar.ts'
import { shellOrigin } from '../policy/origins.ts'
import type { ElectronModule } from './electronModule.ts'
import { securePreferences } from './webPreferences.ts'

export interface FindBar {
  /** Shows the bar with the text that was searched last, or moves the focus to it. */
  open(): void
  close(): void
  /** Marks another match of the text that was searched last; without one, it shows the bar. */
  step(direction: FindDirection): void
  /** Carries out the form or a link of the bar. */
  run(command: FindCommand): void
  /** Follows the page of a window. */
  watch(window: BrowserWindow): void
  render(): string
}

export function createFindBar({ WebContentsView }: Pick<ElectronModule, 'WebContentsView'>, window: () => BrowserWindow | null): FindBar {
  let bar: { view: WebContentsView; owner: BrowserWindow; showCount(matches: Matches | null): void; layOut(): void } | null = null
  let text = ''
  /** The text of the running search: further matches belong to it. */
  let searched = ''
  let requestId = 0
  /** The address of the page when the search began. */
  let address = ''

  function open(): void {
    const owner = window()
    if (owner === null) return
    if (bar === null) create(owner)
    else focus(bar.view.webContents)
  }

  function create(owner: BrowserWindow): void {
    // Without a preload script. The content security policy of the bar allows no scripts.
    const view = new WebContentsView({
      webPreferences: { ...securePreferences, spellcheck: false },
    })
    const contents = view.webContents
    const layOut = (): void => {
      const [width = 0, height = 0] = owner.getContentSize()
      view.setBounds(findBarBounds({ width, height }))
    }
    // A failed load shows an empty bar, which Escape closes.
    const loaded = contents.loadURL(`${shellOrigin}${findBarPath}`).catch(() => undefined)
    bar = { view, owner, layOut, showCount: createCounter(contents, loaded) }
    address = owner.webContents.getURL()
    contents.on('before-input-event', (event, { type, key, isComposing }) => {
      // While a word is composed, Escape ends that.
      if (type !== 'keyDown' || key !== 'Escape' || isComposing) return
      event.preventDefault()
      close()
    })
    contents.on('render-process-gone', close)
    void loaded.then(() => focus(contents))
    owner.contentView.addChildView(view)
    owner.on('resize', layOut)
    layOut()
  }

  function close(): void {
    if (bar === null) return
    const { view, owner, layOut } = bar
    bar = null
    searched = ''
    // Views are not destroyed with their window.
    if (!view.webContents.isDestroyed()) view.webContents.close()
    if (owner.isDestroyed()) return
    owner.off('resize', layOut)
    owner.contentView.removeChildView(view)
    owner.webContents.stopFindInPage('clearSelection')
    owner.webContents.focus()
  }

  function find(direction: FindDirection): void {
    if (bar === null) return
    const page = bar.owner.webContents
    if (text === '') {
      // Electron rejects an empty text.
      page.stopFindInPage('clearSelection')
      bar.showCount(null)
    } else {
      requestId = page.findInPage(text, { forward: direction === 'next', findNext: text !== searched })
    }
    searched = text
  }

  return {
    open,
    close,
    step(direction) {
      if (bar === null) open()
      if (text !== '') find(direction)
    },
    run(command) {
      if (command.type === 'close') return close()
      text = command.text
      find(command.direction)
    },
    watch(owner) {
      owner.webContents.on('found-in-page', (_event, result) => {
        // Earlier counts are those of a part of the page.
        if (result.requestId !== requestId || !result.finalUpdate) return
        bar?.showCount({ active: result.activeMatchOrdinal, count: result.matches })
      })
      // Not at `did-start-navigation`, which precedes a link to another site too.
      owner.webContents.on('did-navigate', close)
      owner.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
        if (isMainFrame && isOtherPage(address, url)) close()
      })
      owner.on('closed', close)
    },
    render: () => renderFindBar(text),
  }
}

/** The text is selected, so that another one replaces it. */
function focus(contents: WebContents): void {
  if (contents.isDestroyed()) return
  contents.focus()
  contents.selectAll()
}

/** Replaces the style that shows the count: one after the other, because each has a key that removes it. */
function createCounter(contents: WebContents, loaded: Promise<void>): (matches: Matches | null) => void {
  let last: Promise<string | null> = loaded.then(() => null)
  return (matches) => {
    last = last
      .then(async (key) => {
        const next = await contents.insertCSS(countStyle(matches))
        if (key !== null) await contents.removeInsertedCSS(key)
        return next
      })
      // The bar has been closed.
      .catch(() => null)
  }
}
