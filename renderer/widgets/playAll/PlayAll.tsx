import { Pause, Play } from 'lucide-react'
import type { QueueSource } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button, type ButtonKind } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePlaySource } from './usePlaySource.ts'

/** Button that plays a whole list, including items that the page has not loaded (Q1). */
export function PlayAll({ source, kind }: { source: QueueSource; kind?: ButtonKind }) {
  const { playback, busy, toggle } = usePlaySource(source)
  const playing = playback === 'playing'
  return (
    // `data-plays`: reaching the button with pointer or focus preloads the player (ui/intent.ts).
    <Button kind={kind} busy={busy} icon={<Icon as={playing ? Pause : Play} fill="currentColor" />} data-plays="" onClick={toggle}>
      {playing ? t.playAll.playAllPause : t.playAll.playAll}
    </Button>
  )
}
