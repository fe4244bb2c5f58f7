import { useEffect, useSyncExternalStore } from 'react'
import type { Site } from '#contract/endpoints/site.ts'
import { tagKey } from '#contract/rules.ts'
import { readCookie, useSite } from '#data/index.ts'

/** How the pages of a partner's playlists look. */
export type Skin = NonNullable<Site['skin']>

/**
 * Tags of the playlist on the page. A store outside React, because the dialogs over the page use the playlist's skin
 * too.
 */
const noTags: readonly string[] = []
let shownTags = noTags
const listeners = new Set<() => void>()

function setShownTags(tags: readonly string[]): void {
  shownTags = tags
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Applies the skin of a playlist's partner, found by the playlist's tags, while the calling component is mounted. */
export function useShownTags(tags: readonly string[] | undefined): void {
  useEffect(() => {
    if (!tags) return
    setShownTags(tags)
    return () => {
      if (shownTags === tags) setShownTags([])
    }
  }, [tags])
}

/** The active partner skin (PS1): by the displayed playlist's tags, else by the `partner` cookie of the referral. */
export function useSkin(): Skin | null {
  const { skins } = useSite()
  const keys = useSyncExternalStore(
    subscribe,
    () => shownTags,
    () => noTags,
  ).map(tagKey)
  const own = skins.find(({ tags }) => tags.some((tag) => keys.includes(tagKey(tag))))
  return own ?? skins.find(({ key }) => key === readCookie('partner')) ?? null
}
