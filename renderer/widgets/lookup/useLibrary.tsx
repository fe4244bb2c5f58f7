import { normaliseTag } from '#contract/rules.ts'
import { lookupsApi } from '#data/lookups.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { useDebouncedValue } from '#ui/useDebouncedValue.ts'
import type { Suggestion } from './useSuggestions.ts'
import type { Kind, Reference } from './tags.ts'

/** An existing tag, member or playlist. */
export interface LibraryEntry extends Suggestion {
  kind: Kind
  /** A single word: the tag, the uid, or the playlist's title as a tag. */
  word: string
}

const maxSuggestions = 8
/** Debounce in ms before suggestions are requested (B9); shorter after a handle. */
const debounceMs = { plain: 1000, handle: 150 }

/** Ignores case and accents. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Suggested tags, members or playlists for a prefix. Until the answer arrives, the previous one is filtered by the new
 * prefix.
 */
export function useLibrary(reference: Reference | null): readonly LibraryEntry[] {
  const key = reference === null || reference.text === '' ? '' : `${reference.kind} ${reference.text}`
  const debouncedKey = useDebouncedValue(key, reference?.handle === false ? debounceMs.plain : debounceMs.handle)
  // `kind text`, so that both are debounced together.
  const [kind = '', ...words] = debouncedKey.split(' ')
  const text = words.join(' ').slice(0, 100)
  const tags = lookupsApi.useTagSuggestionsQuery(
    { params: { query: text }, query: { limit: maxSuggestions } },
    { skip: kind !== 'tag' || key === '' },
  )
  const results = lookupsApi.useQuickSearchQuery(
    { query: { q: text, type: kind, limit: maxSuggestions, autocomplete: '1' } },
    { skip: (kind !== 'member' && kind !== 'bead') || key === '' },
  )
  if (reference === null || key === '') return []

  const entries: LibraryEntry[] =
    reference.kind === 'tag'
      ? (tags.data?.results ?? []).map(({ id, name, count }) => ({
          id,
          kind: 'tag',
          label: `#${name}`,
          word: name,
          detail: t.common.posts(count),
        }))
      : (results.data?.results ?? [])
          .filter(({ type }) => type === reference.kind)
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
                  ...(author !== undefined && { detail: t.searchResults.by(author) }),
                },
          )
  // The answer to this key is used as it is, with the server's order and typo tolerance.
  if (debouncedKey === key) return entries
  const prefix = fold(reference.text)
  return entries.filter(
    ({ label, word }) =>
      fold(word).startsWith(prefix) ||
      fold(label)
        .split(/[^\p{L}\p{N}]+/u)
        .some((one) => one.startsWith(prefix)),
  )
}
