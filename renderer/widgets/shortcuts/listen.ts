import { shortcutsOpened } from '#data/dialogs.ts'
import { selectCurrentItem, type PlayerClock } from '#player/index.ts'
import hidden from '#ui/VisuallyHidden.module.css'
import { isTaken, keyOf } from './keys.ts'
import { shortcutSetting } from './setting.ts'
import { shortcutOf, type ShortcutContext } from './table.ts'

/** Selector of the player's section. */
const playerRegion = '[data-player]'

/** Whether an element is inside the player. */
const within = (target: EventTarget | null): boolean => target instanceof Element && target.closest(playerRegion) !== null

/** Selector of dialogs. Without toasts: they are dialogs with aria-modal=false, but do not take the keyboard. */
const dialogs = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false]), dialog[open]'

/** True while a dialog is open, except for the player's queue, which is a dialog inside the player. */
const dialogIsOpen = (document: Document): boolean => [...document.querySelectorAll(dialogs)].some((dialog) => !within(dialog))

/** Whether the focus is inside a scroll container, such as the queue. */
function scrolls(target: EventTarget | null): boolean {
  for (let element = target; element instanceof HTMLElement && element !== document.body; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true
  return false
}

/**
 * Executes shortcuts unless the page needs the key. `early` are the keys that were pressed before this code was loaded. Returns a function
 * that removes the listener.
 */
export function listenForShortcuts(
  document: Document,
  store: Pick<ShortcutContext, 'getState' | 'dispatch'>,
  clock: PlayerClock,
  early: readonly KeyboardEvent[] = [],
): () => void {
  const announce = createLiveRegion(document)
  const context: ShortcutContext = {
    getState: store.getState,
    dispatch: store.dispatch,
    readClock: clock.getSnapshot,
    // The player's buttons have their keys in `aria-keyshortcuts`.
    press(key) {
      document.querySelector<HTMLButtonElement>(`${playerRegion} button[aria-keyshortcuts~="${key}"]`)?.click()
    },
    focusSearch() {
      const [searchControl] = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts="/"]')].filter(
        (element) => element.getClientRects().length > 0,
      )
      if (searchControl instanceof HTMLInputElement) {
        searchControl.focus()
        searchControl.select()
      } else searchControl?.click()
    },
    openHelp: () => store.dispatch(shortcutsOpened()),
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event)
    const shortcut = key === null ? undefined : shortcutOf(key)
    if (key === null || shortcut === undefined || event.defaultPrevented || !shortcutSetting.read()) return
    if (event.repeat && !shortcut.repeats) return
    const { target } = event
    if (isTaken(target, key) || (dialogIsOpen(document) && !within(target))) return
    if (!shortcut.always && selectCurrentItem(store.getState()) === null) return
    // `inPlayer` keys work inside the player, and everywhere if the player covers the page, but not where they scroll a
    // container.
    const covered = document.getElementById('main')?.inert === true
    if (shortcut.inPlayer?.includes(key) === true && (scrolls(target) || (!covered && !within(target)))) return
    event.preventDefault()
    shortcut.run(context, key)
    const text = shortcut.announcement?.(store.getState().player)
    if (text !== undefined) announce(text)
  }

  for (const event of early) handleKeyDown(event)
  document.addEventListener('keydown', handleKeyDown)
  return () => document.removeEventListener('keydown', handleKeyDown)
}

/** Live region for the effect of a shortcut, which is visible only in the player. */
function createLiveRegion(document: Document): (text: string) => void {
  const element = document.createElement('div')
  element.className = hidden.hidden ?? ''
  element.role = 'status'
  document.body.append(element)
  let last = ''
  return (text) => {
    // Screen readers ignore an unchanged text, so a repeated text gets a trailing space.
    last = text === last ? `${text}\u00a0` : text
    element.textContent = last
  }
}
