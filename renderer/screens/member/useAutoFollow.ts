import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

/**
 * `?follow` in the address follows whose profile it is, for whoever is signed in, once (F3).
 * @param exists whether the member is known to exist: a missing one cannot be followed.
 */
export function useAutoFollow(uid: string, exists: boolean): void {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const { readOnly } = useSite()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const asked = new URLSearchParams(search).has('follow')
  /** The member who was followed for this address, and by whom. */
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (!asked) done.current = null
    if (!asked || !exists || !me || done.current === `${me.uid} ${uid}`) return
    done.current = `${me.uid} ${uid}`
    // Gone from the address at once: neither a reload nor the way back follows again.
    const params = new URLSearchParams(search)
    params.delete('follow')
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true })
    if (me.uid === uid || readOnly) return
    void (async () => {
      const { followMemberAs, unfollowAs } = await import('#data/relations.ts')
      // Any link may lead here: whoever did not mean it takes it back.
      const action = { label: t.common.undo, onSelect: () => void unfollowAs(dispatch, me.uid, { type: 'member', id: uid }) }
      if (await followMemberAs(dispatch, me.uid, uid)) showToast({ text: t.member.followed, action, length: 'long', now: true })
    })()
  }, [asked, exists, me, uid, readOnly, path, search, navigate, dispatch])
}
