import { useEffect, useSyncExternalStore } from 'react'
import type { Site } from '#contract/endpoints/site.ts'
import { tagKey } from '#contract/rules.ts'
import { readCookie, setCookie, useSite } from '#data/index.ts'

export type Skin = NonNullable<Site['skin']>

/** Tags of the playlist that is on the page; the dialogs over it ask whose it is. */
let shown: readonly string[] = []
const listeners = new Set<() => void>()

function show(tags: readonly string[]): void {
  shown = tags
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For whatever shows a playlist: its partner's look is the page's for as long as it is there. */
export function useShownTags(tags: readonly string[] | undefined): void {
  useEffect(() => {
    if (!tags) return
    show(tags)
    return () => {
      if (shown === tags) show([])
    }
  }, [tags])
}

/** What a partner's pages have of their own (PS1): of whose playlist is shown, else of who sent the visitor here. */
export function useSkin(): Skin | null {
  const { skins } = useSite()
  const keys = useSyncExternalStore(subscribe, () => shown).map(tagKey)
  const own = skins.find(({ tags }) => tags.some((tag) => keys.includes(tagKey(tag))))
  return own ?? skins.find(({ key }) => key === readCookie('partner')) ?? null
}

/** Seconds that somebody has for signing up (A9). */
const followCookieAge = 3600

/** Whom those who sign up on a partner's page follow from then on: the server reads it when they are there. */
export function setFollowCookies({ followBead, followUid }: Skin): void {
  if (followBead !== null) setCookie('followBeadId', followBead, followCookieAge)
  if (followUid !== null) setCookie('followUid', followUid, followCookieAge)
}
