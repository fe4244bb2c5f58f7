import { useMemo } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '#contract/limits.ts'
import type { Suggestion } from '#contract/schemas/feed.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { feedApi, useSuggestionsQuery } from '#data/feed.ts'
import { useMe } from '#data/index.ts'
import { dismiss, hearLess, unfollow, type Leaving } from './removal.ts'
import { speaksFor, type Followed } from './sentence.ts'
import { useSliding } from './useSliding.ts'

const suggested = { query: { limit: limits.feed.suggestionsShown } }

export const keyOf = ({ type, id }: Suggestion): string => `${type}.${id}`

/** What is suggested, and being rid of it and of what speaks for it. */
export function useSuggested() {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const uid = me?.uid ?? ''
  const { currentData } = useSuggestionsQuery(suggested)
  const list = useMemo(() => currentData?.results ?? [], [currentData])
  const { leaving, slideOut, stay } = useSliding()
  const edit = (change: (results: Suggestion[]) => void) =>
    dispatch(feedApi.util.updateQueryData('suggestions', suggested, ({ results }) => change(results)))

  /** Each comes back to where it stood. */
  const of = (things: readonly Suggestion[]): Leaving => {
    const places = new Map(things.map((thing) => [thing, list.indexOf(thing)]))
    const isIn = (results: readonly Suggestion[], key: string): number => results.findIndex((one) => keyOf(one) === key)
    return {
      leave: () =>
        slideOut(things.map(keyOf), (key) =>
          edit((results) => {
            const at = isIn(results, key)
            if (at >= 0) results.splice(at, 1)
          }),
        ),
      comeBack() {
        stay(things.map(keyOf))
        edit((results) => {
          for (const [thing, place] of places) if (isIn(results, keyOf(thing)) < 0) results.splice(place, 0, thing)
        })
      },
    }
  }

  return {
    list,
    leaving,
    dismiss: (suggestion: Suggestion) => void dismiss(dispatch, suggestion, of([suggestion])),
    unfollow: (reason: Followed) => void unfollow(dispatch, uid, reason, of(list.filter((one) => speaksFor(reason, one)))),
    fewer: (suggestion: Suggestion, reason: Followed) => void hearLess(dispatch, reason, of([suggestion])),
  }
}
