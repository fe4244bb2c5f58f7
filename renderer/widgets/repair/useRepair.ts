import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import { failureMessage, isSessionEnd } from '#data/index.ts'
import {
  invalidateRepaired,
  useAcceptRepairMutation,
  useCheckRepairMutation,
  useRejectRepairMutation,
  useRepairQuery,
  useSearchRepairMutation,
  useUndoRepairMutation,
  type RepairState,
} from '#data/repair.ts'
import { t } from '#texts/index.ts'

/** Error of an action, displayed at its control. */
export interface FailedAction {
  /** The link, or the id of the repair, to which it was applied; '' for the check of the broken link. */
  target: string
  message: string
}

/** Calls that change a link or its suggestions. Each rejects with the failure. */
export interface RepairCalls {
  /** A link is being replaced or restored. */
  busy: boolean
  accept(input: { params: { id: string }; body: { href: string; version: string } }): Promise<RepairState>
  reject(input: { params: { id: string }; body: { href: string; rejected: boolean } }): Promise<RepairState>
  undo(input: { params: { id: string }; body: { repair: string } }): Promise<RepairState>
}

/** The calls of members who may repair the post. */
export function useMemberCalls(): RepairCalls {
  const [accept, accepting] = useAcceptRepairMutation()
  const [undo, undoing] = useUndoRepairMutation()
  const [reject] = useRejectRepairMutation()
  return {
    busy: accepting.isLoading || undoing.isLoading,
    accept: (input) => accept(input).unwrap(),
    reject: (input) => reject(input).unwrap(),
    undo: (input) => undo(input).unwrap(),
  }
}

/** State and actions of the repair of a post. `announce` gets the outcome of an action as a text. */
export function useRepair(post: Post, calls: RepairCalls, announce: (text: string) => void) {
  const { id } = post
  const params = { id }
  const dispatch = useDispatch()
  const { data: state, error, refetch } = useRepairQuery({ params })
  const [search, searching] = useSearchRepairMutation()
  const [check, checking] = useCheckRepairMutation()
  const [failedAction, setFailedAction] = useState<FailedAction | null>(null)
  /** An action succeeded, so cached lists of dead links are stale. */
  const changed = useRef(false)

  // The first member who opens the dialog triggers the search.
  const unsearched = state?.dead === true && state.searchedDate === null
  useEffect(() => {
    if (unsearched) void search({ params: { id }, body: {} })
  }, [id, search, unsearched])

  /** Resolves to whether the action succeeded. */
  async function runAction(
    target: string,
    request: Promise<RepairState>,
    messageFor: (state: RepairState) => string | null,
  ): Promise<boolean> {
    setFailedAction(null)
    try {
      const text = messageFor(await request)
      changed.current = true
      if (text !== null) announce(text)
      return true
    } catch (reason) {
      if (!isSessionEnd(reason)) setFailedAction({ target, message: failureMessage(reason) })
      return false
    }
  }

  return {
    state,
    error,
    busy: calls.busy,
    isChecking: checking.isLoading,
    isSearching: searching.isLoading || (unsearched && !searching.isError),
    searchFailure: searching.isError ? failureMessage(searching.error) : null,
    failedAction,
    clearFailure: () => setFailedAction(null),
    reload() {
      setFailedAction(null)
      void refetch()
    },
    /** Checks whether the link is still dead. */
    check: () => runAction('', check({ params }).unwrap(), ({ dead }) => (dead ? t.repair.stillDead : t.repair.isBack)),
    searchAgain: () => void search({ params, body: { again: true } }),
    /** Replaces the link. `version`: the server refuses if the post was changed since the state was loaded. */
    accept: (href: string) =>
      runAction(
        href,
        calls.accept({ params, body: { href, version: state!.version } }),
        ({ post: { media } }) => media && t.repair.replaced(media.title, media.source),
      ),
    reject: (href: string, rejected: boolean) => runAction(href, calls.reject({ params, body: { href, rejected } }), () => null),
    undo: (repair: string) => runAction(repair, calls.undo({ params, body: { repair } }), () => t.repair.undone),
    /** Refetches lists of dead links after a change. */
    updateLists() {
      if (changed.current) dispatch(invalidateRepaired(post))
    },
  }
}

export type Repair = ReturnType<typeof useRepair>
