import { useMemo } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '#contract/limits.ts'
import type { Suggestion } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { feedApi, useSuggestionsQuery } from '#data/feed.ts'
import { useMe } from '#data/index.ts'
import { dismiss, showFewer, unfollow, type Removal } from './removal.ts'
import { isReasonFor, type Followed } from './sentence.ts'
import { useSlideOut } from './useSlideOut.ts'

const suggestionsInput = { query: { limit: limits.feed.suggestionsShown } }

export const keyOf = ({ type, id }: Suggestion): string => `${type}.${id}`

/** The suggestions to follow members, playlists and tags, with their actions. */
export function useSuggestionList() {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const uid = me?.uid ?? ''
  const { currentData } = useSuggestionsQuery(suggestionsInput)
  const list = useMemo(() => currentData?.results ?? [], [currentData])
  const { leaving, slideOut, cancel } = useSlideOut()
  const edit = (change: (results: Suggestion[]) => void) =>
    dispatch(feedApi.util.updateQueryData('suggestions', suggestionsInput, ({ results }) => change(results)))

  /** The removal of suggestions from the cached list; restoring puts them at their former positions. */
  const removalOf = (suggestions: readonly Suggestion[]): Removal => {
    const positions = new Map(suggestions.map((suggestion) => [suggestion, list.indexOf(suggestion)]))
    const indexIn = (results: readonly Suggestion[], key: string): number => results.findIndex((candidate) => keyOf(candidate) === key)
    return {
      remove: () =>
        slideOut(suggestions.map(keyOf), (key) =>
          edit((results) => {
            const at = indexIn(results, key)
            if (at >= 0) results.splice(at, 1)
          }),
        ),
      restore() {
        cancel(suggestions.map(keyOf))
        edit((results) => {
          for (const [suggestion, place] of positions) if (indexIn(results, keyOf(suggestion)) < 0) results.splice(place, 0, suggestion)
        })
      },
    }
  }

  return {
    list,
    leaving,
    dismiss: (suggestion: Suggestion) => void dismiss(dispatch, suggestion, removalOf([suggestion])),
    unfollow: (reason: Followed) =>
      void unfollow(dispatch, uid, reason, removalOf(list.filter((candidate) => isReasonFor(reason, candidate)))),
    fewer: (suggestion: Suggestion, reason: Followed) => void showFewer(dispatch, reason, removalOf([suggestion])),
  }
}
