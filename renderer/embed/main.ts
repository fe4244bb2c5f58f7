/**
 * Entry of the widget of other sites (J1). The document is complete without it: it makes the rows play in place, and loads the player when one
 * is reached. It uses no storage and no cookie.
 */
import type { WidgetData, WidgetPost } from '#contract/widget.ts'
import { t } from '#texts/index.ts'
import { make } from './dom.ts'
import type { Inactivity } from './inactivity.ts'
import { connectParentPage } from './parentPage.ts'
import type { WidgetPlayer } from './player.ts'
import { enhanceRows, type Rows } from './rows.ts'
import { handleSorts, readData } from './sorts.ts'

const root = document.documentElement
const content = readData(document)
if (content !== null) start(content)

function start(data: WidgetData): void {
  const parentPage = connectParentPage(window)
  const side = document.querySelector<HTMLElement>('.side')!
  const startButton = document.querySelector<HTMLButtonElement>('.start')
  const isPopup = root.dataset['mode'] === 'popup'
  const notice = make('p', 'blocked')
  let player: WidgetPlayer | null = null
  let loading: Promise<WidgetPlayer> | null = null
  let inactivity: Inactivity | null = null

  const hrefs = new Map<string, string>()
  let rows = showPosts(data.posts)

  function showPosts(posts: readonly WidgetPost[]): Rows {
    const shown = enhanceRows(document, posts, { onPress: (post) => run((loaded) => loaded.press(post)), onReach: prepare })
    for (const [id, href] of shown.hrefs) hrefs.set(id, href)
    return shown
  }
  function load(): Promise<WidgetPlayer> {
    loading ??= import('./player.ts').then(
      ({ createWidgetPlayer }) =>
        (player = createWidgetPlayer({
          data,
          parentPage,
          side,
          hrefOf: (id) => hrefs.get(id) ?? '',
          onPopup: isPopup ? null : popUp,
          onChange,
        })),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  /** Synchronous once the player is loaded: Safari plays a medium only within the gesture. */
  function run(act: (player: WidgetPlayer) => void): void {
    notice.remove()
    if (player !== null) return act(player)
    load().then(act, () => {
      notice.textContent = t.widget.failed
      notice.setAttribute('role', 'alert')
      side.append(notice)
    })
  }
  function prepare(post: WidgetPost): void {
    load().then(
      (loaded) => loaded.prepare(post),
      () => undefined,
    )
  }
  let current: [postId: string | null, isPlaying: boolean] = [null, false]
  function onChange(postId: string | null, isPlaying: boolean): void {
    current = [postId, isPlaying]
    rows.setCurrent(postId, isPlaying)
    root.toggleAttribute('data-playing', isPlaying)
    inactivity?.setPlaying(isPlaying)
    if (postId !== null && startButton?.hidden === false) replaceStartButton(startButton)
  }
  function popUp(): void {
    void import('./popup.ts').then(({ openPopup }) => {
      document.querySelector('.blocked')?.remove()
      const blocked = openPopup()
      if (blocked === null) player?.pause()
      else side.append(blocked)
    })
  }

  handleSorts({
    isPlayerOpen: () => current[0] !== null,
    onLoaded({ posts }) {
      rows = showPosts(posts)
      rows.setCurrent(...current)
      player?.setPosts(posts)
    },
  })
  const [first] = data.posts
  if (startButton !== null && first !== undefined) {
    startButton.addEventListener('click', () => run((loaded) => loaded.toggle()))
    for (const type of ['pointerenter', 'focusin', 'touchstart'])
      startButton.addEventListener(type, () => prepare(first), { passive: true })
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || event.target !== document.body || player === null) return
    event.preventDefault()
    player.toggle()
  })
  // A tab that the link opened instead of a pop-up has a menu bar, and is not closed.
  if (isPopup && !window.menubar.visible)
    void import('./popup.ts').then(({ closeWhenInactive }) => {
      inactivity = closeWhenInactive()
      inactivity.setPlaying(root.hasAttribute('data-playing'))
    })
  root.dataset['scripted'] = ''
}

/** The player has its own button, which gets the focus. */
function replaceStartButton(startButton: HTMLButtonElement): void {
  const isFocused = document.activeElement === startButton
  startButton.hidden = true
  if (isFocused) document.querySelector<HTMLElement>('.toggle')?.focus()
}
