import { useState } from 'react'
import { playedFrom, type QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { duration } from '#ui/format.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { streamNote } from './streamNames.ts'
import { usePlayer } from './usePlayer.ts'

/**
 * Announces to screen readers each item when it starts, and why nothing plays. Unplayable items have their own alert
 * (StatusOverlay).
 */
export function Announcement({ item }: { item: QueueItem }) {
  const state = usePlayer()
  const [announcement, setAnnouncement] = useState('')
  const text = announcementFor(item, state)
  if (text !== null && announcement !== text) setAnnouncement(text)
  return (
    <VisuallyHidden>
      <span role="status">{announcement}</span>
    </VisuallyHidden>
  )
}

/** The text for the player's state; null if the last announcement stays. */
function announcementFor(
  item: QueueItem,
  {
    phase,
    ended,
    deadItemId,
    offline,
    unreachable,
    needsGesture,
    playing,
    failures,
    resumedFrom,
    queue: { source },
  }: ReturnType<typeof usePlayer>,
) {
  if (deadItemId !== null) return null
  if (ended) return t.player.over(source?.title || item.bead.title)
  if (offline) return t.player.offline
  if (unreachable) return t.player.unreachable
  if (needsGesture) return t.player.gesture
  if (phase !== 'playing' || !playing) return null
  // Title and playlist, then a resumed position and a fallback stream.
  const note = streamNote(item, playing, failures)
  return [
    t.player.nowPlaying(item.title, playedFrom(item, source).title),
    ...(resumedFrom === null ? [] : [t.player.resumed(duration(resumedFrom))]),
    ...(note?.fellBack ? [note.text] : []),
  ].join('. ')
}
