import { shortcutsOpened } from '#data/dialogs.ts'
import { selectCurrentItem, type PlayerClock } from '#player/index.ts'
import hidden from '#ui/VisuallyHidden.module.css'
import { isTaken, keyOf } from './keys.ts'
import { shortcutSetting } from './setting.ts'
import { shortcutOf, type ShortcutWorld } from './table.ts'

/** The player's own landmark. */
const playerRegion = '[data-player]'

const within = (target: EventTarget | null): boolean => target instanceof Element && target.closest(playerRegion) !== null

/** Toasts are dialogs too, of the kind that says that it leaves the keyboard alone. */
const dialogs = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false]), dialog[open]'

/** A dialog that is not the player's own has the keyboard. */
const dialogIsOpen = (document: Document): boolean => [...document.querySelectorAll(dialogs)].some((dialog) => !within(dialog))

/** Whether the focus is in something that scrolls by itself, as the queue does. */
function scrolls(target: EventTarget | null): boolean {
  for (let element = target; element instanceof HTMLElement && element !== document.body; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true
  return false
}

/** Obeys the table of shortcuts wherever the page does not need the key for something else. */
export function listenForShortcuts(
  document: Document,
  store: Pick<ShortcutWorld, 'getState' | 'dispatch'>,
  clock: PlayerClock,
): () => void {
  const say = createVoice(document)
  const world: ShortcutWorld = {
    getState: store.getState,
    dispatch: store.dispatch,
    moment: clock.getSnapshot,
    press(key) {
      document.querySelector<HTMLButtonElement>(`${playerRegion} button[aria-keyshortcuts~="${key}"]`)?.click()
    },
    search() {
      const [place] = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts="/"]')].filter(
        (one) => one.getClientRects().length > 0,
      )
      if (place instanceof HTMLInputElement) {
        place.focus()
        place.select()
      } else place?.click()
    },
    help: () => store.dispatch(shortcutsOpened()),
  }

  function pressed(event: KeyboardEvent): void {
    const key = keyOf(event)
    const shortcut = key === null ? undefined : shortcutOf(key)
    if (key === null || shortcut === undefined || event.defaultPrevented || !shortcutSetting.read()) return
    if (event.repeat && !shortcut.held) return
    const { target } = event
    if (isTaken(target, key) || (dialogIsOpen(document) && !within(target))) return
    if (!shortcut.always && selectCurrentItem(store.getState()) === null) return
    // Where the player covers the page there is nothing else to scroll.
    const covered = document.getElementById('main')?.inert === true
    if (shortcut.inPlayer?.includes(key) === true && (scrolls(target) || (!covered && !within(target)))) return
    event.preventDefault()
    shortcut.run(world, key)
    const words = shortcut.says?.(store.getState().player)
    if (words !== undefined) say(words)
  }

  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}

/** What a key did is seen in the player, which need not be where a screen reader is. */
function createVoice(document: Document): (words: string) => void {
  const element = document.createElement('div')
  element.className = hidden.hidden ?? ''
  element.role = 'status'
  document.body.append(element)
  let last = ''
  return (words) => {
    // The same words twice are read twice only if they differ.
    last = words === last ? `${words}\u00a0` : words
    element.textContent = last
  }
}
