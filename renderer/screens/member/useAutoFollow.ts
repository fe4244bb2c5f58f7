import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

/**
 * Follows the member of the profile once if the URL has the parameter `follow` (F3) and the viewer is signed in.
 *
 * @param exists whether the profile has loaded
 */
export function useAutoFollow(uid: string, exists: boolean): void {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const { readOnly } = useSite()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const isRequested = new URLSearchParams(search).has('follow')
  /** Viewer and member of the last automatic follow: the effect may run again before the URL changes. */
  const lastFollow = useRef<string | null>(null)
  useEffect(() => {
    if (!isRequested) lastFollow.current = null
    if (!isRequested || !exists || !me || lastFollow.current === `${me.uid} ${uid}`) return
    lastFollow.current = `${me.uid} ${uid}`
    // Remove the parameter first, so that neither reloading nor going back follows again.
    const params = new URLSearchParams(search)
    params.delete('follow')
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true })
    if (me.uid === uid || readOnly) return
    void (async () => {
      const { followMemberAs, unfollowAs } = await import('#data/relationCommands.ts')
      // Any site can contain a link with the parameter, so offer to undo it.
      const action = { label: t.common.undo, onSelect: () => void unfollowAs(dispatch, me.uid, { type: 'member', id: uid }) }
      if (await followMemberAs(dispatch, me.uid, uid)) showToast({ text: t.member.followed, action, length: 'long', now: true })
    })()
  }, [isRequested, exists, me, uid, readOnly, path, search, navigate, dispatch])
}
