import { Pause, Play } from 'lucide-react'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button, type ButtonKind } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePlaySource } from './usePlaySource.ts'

/** Plays a whole list, including items not on the page (Q1). */
export function PlayAll({ source, kind }: { source: QueueSource; kind?: ButtonKind }) {
  const { playback, busy, toggle } = usePlaySource(source)
  const playing = playback === 'playing'
  return (
    <Button kind={kind} busy={busy} icon={<Icon as={playing ? Pause : Play} fill="currentColor" />} data-plays="" onClick={toggle}>
      {playing ? t.playAll.playAllPause : t.playAll.playAll}
    </Button>
  )
}
