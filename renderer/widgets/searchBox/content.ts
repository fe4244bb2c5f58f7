/** Content and options of the dropdown, derived from the session. Pure. */
import type { MouseEvent } from 'react'
import type { Media } from '#contract/schemas.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { t } from '#texts/index.ts'
import { externalTrack } from './track.ts'
import type { Answer } from './answer.ts'
import { filterMatching } from './filterMatching.ts'
import { allHref, splitPrefix } from './parseInput.ts'
import type { SessionView } from './session.ts'

/**
 * What the dropdown shows. `link`: a link to another site, which is `unfinished` while it is typed, `looking` while it
 * is looked up, and then `known` or `unknown`. `own`: a link to a page of Strand.
 */
export type Content =
  | {
      kind: 'results'
      items: readonly SearchItem[]
      /** Total number of results; null until the answer has arrived. */
      total: number | null
      /** The answer is pending. */ waiting: boolean
      query: string
    }
  | { kind: 'link'; link: string; state: 'unfinished' | 'looking' | 'unknown'; media: null; byAddress: false }
  | { kind: 'link'; link: string; state: 'known'; media: Media; byAddress: boolean }
  | { kind: 'own'; path: string }

/**
 * The content for the session's state; null if the dropdown is closed. Until the answer arrives, the previous results
 * are filtered.
 */
export function contentOf({ searchQuery, answer, previous, state }: SessionView<Answer>): Content | null {
  if (searchQuery === null) return null
  if (searchQuery.kind === 'link') {
    if (answer?.kind === 'own') return answer
    const { text: link } = searchQuery
    if (answer?.kind === 'link' && answer.media)
      return { kind: 'link', link, state: 'known', media: answer.media, byAddress: answer.byAddress }
    return {
      kind: 'link',
      link,
      state: state === 'quiet' ? 'unfinished' : state === 'waiting' ? 'looking' : 'unknown',
      media: null,
      byAddress: false,
    }
  }
  const query = searchQuery.text
  if (answer?.kind === 'results') return { kind: 'results', items: bySection(answer.items), total: answer.total, waiting: false, query }
  const retained = previous?.kind === 'results' ? filterMatching(previous.items, query) : []
  return { kind: 'results', items: bySection(retained), total: null, waiting: state === 'waiting', query }
}

/** Order of the sections (X1). */
export const sections = ['tag', 'bead', 'member', 'post'] as const

const bySection = (items: readonly SearchItem[]): SearchItem[] => sections.flatMap((type) => items.filter((item) => item.type === type))

/**
 * A selectable entry. `all`: the results page. `elsewhere`: the search of other sites. `play`, `add`, `visit`: the
 * actions for a link.
 */
export type Option = { key: string } & (
  | { kind: 'result'; item: SearchItem; href: string }
  | { kind: 'all' | 'elsewhere'; href: string; label: string }
  | { kind: 'own'; href: string }
  | { kind: 'play' | 'add'; media: Media | null; link: string }
  | { kind: 'visit'; href: string }
)

/** The options of the content; none while a link is looked up. `typed`: the text of the input. */
export function optionsOf(content: Content | null, typed: string, category: string | null): Option[] {
  if (content === null) return []
  if (content.kind === 'own') return [{ key: 'own', kind: 'own', href: content.path }]
  if (content.kind === 'link') {
    const { state, link, media } = content
    if (state === 'unfinished' || state === 'looking') return []
    const play: Option[] = media && externalTrack(media) ? [{ key: 'play', kind: 'play', media, link }] : []
    return [...play, { key: 'add', kind: 'add', media, link }, { key: 'visit', kind: 'visit', href: link }]
  }
  const query = typed.trim()
  if (content.items.length === 0 && !content.waiting)
    return [{ key: 'elsewhere', kind: 'elsewhere', href: `/search/web?q=${encodeURIComponent(query)}`, label: t.searchResults.elsewhere }]
  const { only } = splitPrefix(query.toLowerCase())
  const label =
    only === 'members' ? t.searchResults.showAllMembers : only === 'beads' ? t.searchResults.showAllBeads : t.searchResults.showAll
  return [
    ...content.items.map((item): Option => ({ key: `${item.type} ${item.id}`, kind: 'result', item, href: item.href })),
    { key: 'all', kind: 'all', href: allHref(typed, category), label: label(query) },
  ]
}

/** Text for the live region, which screen readers announce. */
export function statusOf(content: Content): string {
  if (content.kind === 'own') return t.searchResults.linkOwn
  if (content.kind === 'link') {
    const host = hostOf(content.link)
    return {
      unfinished: '',
      looking: t.searchResults.looking(host),
      unknown: t.searchResults.linkUnknown(host),
      known: content.media?.title ?? '',
    }[content.state]
  }
  if (content.waiting) return ''
  return content.items.length === 0
    ? t.searchResults.none(content.query)
    : t.searchResults.found(content.items.length, content.total ?? content.items.length)
}

export const hostOf = (link: string): string => (URL.canParse(link) ? new URL(link).host : link)

/** Attributes of an option element. */
export interface OptionProperties {
  id: string
  role: 'option'
  tabIndex: -1
  'aria-selected': boolean
  onClick: (event: MouseEvent) => void
}
