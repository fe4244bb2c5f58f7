/**
 * Makes the rows of the list play in place. The server writes each row as a link to the post; a row that can be played becomes a button, with
 * the link beside it.
 */
import type { WidgetPost } from '#contract/widget.ts'
import { t } from '#texts/index.ts'
import { externalLink, icon, make } from './dom.ts'

export interface Rows {
  /** Marks the row of a post as the current one; null for none. */
  setCurrent(postId: string | null, isPlaying: boolean): void
  /** The addresses of the posts' pages, by their ids. */
  hrefs: ReadonlyMap<string, string>
}

interface RowHooks {
  onPress(post: WidgetPost): void
  /** The pointer or the focus reaches a row, or a finger touches it: it may be pressed soon. */
  onReach(post: WidgetPost): void
}

interface Row {
  post: WidgetPost
  item: HTMLElement
  button: HTMLButtonElement
  href: string
}

const reaching = ['pointerenter', 'focusin', 'touchstart'] as const

function enhanceRow(item: HTMLElement, post: WidgetPost, { onPress, onReach }: RowHooks): Row {
  const link = item.querySelector('a')!
  const button = make('button', 'row', ...link.childNodes)
  button.type = 'button'
  const bars = make('span', 'bars', make('i', ''), make('i', ''), make('i', ''))
  button.querySelector('.picture')?.append(make('span', 'mark', icon('play'), bars))
  const out = externalLink(link.href, 'out', icon('out', 18))
  out.setAttribute('aria-label', t.widget.openPost(post.title))
  link.replaceWith(button, out)
  button.addEventListener('click', () => onPress(post))
  for (const type of reaching) button.addEventListener(type, () => onReach(post), { passive: true })
  return { post, item, button, href: link.href }
}

export function enhanceRows(document: Document, posts: readonly WidgetPost[], hooks: RowHooks): Rows {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-post]')].flatMap((item): Row[] => {
    const post = posts[Number(item.dataset['post'])]
    return post === undefined ? [] : [enhanceRow(item, post, hooks)]
  })
  const setCurrent: Rows['setCurrent'] = (postId, isPlaying) => {
    for (const { post, item, button } of rows) {
      const isCurrent = post.id === postId
      item.toggleAttribute('data-current', isCurrent)
      if (isCurrent) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
      button.setAttribute('aria-label', isCurrent && isPlaying ? t.widget.pausePost(post.title) : t.widget.playPost(post.title))
    }
  }
  setCurrent(null, false)
  return { setCurrent, hrefs: new Map(rows.map(({ post, href }) => [post.id, href])) }
}
