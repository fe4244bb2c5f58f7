import { normaliseTag } from '#contract/rules.ts'
import { lookupsApi } from '#data/lookups.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { useDebouncedValue } from '#ui/useDebouncedValue.ts'
import type { Suggestion } from './useSuggestions.ts'
import type { Kind, Reference } from './tags.ts'

export interface Known extends Suggestion {
  kind: Kind
  /** A single word: tag, uid or playlist title. */
  word: string
}

const most = 8
/** Debounce in ms before suggestions are requested (B9); shorter after a handle. */
const pause = { plain: 1000, handle: 150 }

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Suggested tags, members or playlists for a prefix. A previous answer is filtered until the next one arrives. */
export function useLibrary(wanted: Reference | null): readonly Known[] {
  const key = wanted === null || wanted.text === '' ? '' : `${wanted.kind} ${wanted.text}`
  const settled = useDebouncedValue(key, wanted?.handle === false ? pause.plain : pause.handle)
  const [kind = '', ...words] = settled.split(' ')
  const text = words.join(' ').slice(0, 100)
  const tags = lookupsApi.useTagSuggestionsQuery(
    { params: { query: text }, query: { limit: most } },
    { skip: kind !== 'tag' || key === '' },
  )
  const results = lookupsApi.useQuickSearchQuery(
    { query: { q: text, type: kind, limit: most, autocomplete: '1' } },
    { skip: (kind !== 'member' && kind !== 'bead') || key === '' },
  )
  if (wanted === null || key === '') return []

  const known: Known[] =
    wanted.kind === 'tag'
      ? (tags.data?.results ?? []).map(({ id, name, count }) => ({
          id,
          kind: 'tag',
          label: `#${name}`,
          word: name,
          detail: t.common.posts(count),
        }))
      : (results.data?.results ?? [])
          .filter(({ type }) => type === wanted.kind)
          .map(({ id, type, title, image, author }) =>
            type === 'member'
              ? {
                  id,
                  kind: 'member',
                  label: title,
                  word: id,
                  detail: `@${id}`,
                  picture: <Avatar member={{ uid: id, name: title, image }} />,
                }
              : {
                  id,
                  kind: 'bead',
                  label: title,
                  word: normaliseTag(title),
                  ...(author !== undefined && { detail: t.searchFinds.by(author) }),
                },
          )
  // A current answer is used as is: the server's order and typo tolerance. A previous answer is filtered by prefix.
  if (settled === key) return known
  const beginning = fold(wanted.text)
  return known.filter(
    ({ label, word }) =>
      fold(word).startsWith(beginning) ||
      fold(label)
        .split(/[^\p{L}\p{N}]+/u)
        .some((one) => one.startsWith(beginning)),
  )
}
