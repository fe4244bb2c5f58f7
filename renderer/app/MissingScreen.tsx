import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { CloudOff } from 'lucide-react'
import { useSelector } from 'react-redux'
import { selectIsPlaying } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useNoticesHeld } from '#ui/notices.ts'
import { EmptyState } from '#ui/States.tsx'
import { Crashed } from './ErrorBoundary.tsx'
import { reach } from '#host/reach.ts'
import { isWriting } from './writing.ts'

interface MissingScreenProps {
  busy: boolean
  /** It cannot be had in this document. */
  lost: boolean
  onRetry: () => void
}

/**
 * In place of a screen whose code could not be fetched. Without a network it tries again as soon as there is one, and loads
 * the whole page where that does not help, unless something plays or is being written.
 */
export function MissingScreen({ busy, lost, onRetry }: MissingScreenProps) {
  const isReached = useSyncExternalStore(reach.subscribe, reach.read)
  const [wasOffline, setWasOffline] = useState(!navigator.onLine)
  if (!isReached && !wasOffline) setWasOffline(true)
  const retry = useEffectEvent(onRetry)
  useEffect(() => reach.look(), [])
  useEffect(() => {
    if (isReached && wasOffline) retry()
  }, [isReached, wasOffline])
  const playing = useSelector(selectIsPlaying)
  const reloads = wasOffline && lost && isReached && !playing
  // Looks again when a dialog closes.
  const held = useNoticesHeld()
  useEffect(() => {
    if (reloads && !isWriting(document)) location.reload()
  }, [reloads, held])
  // With a network the file itself is gone, as after another build: only a full load helps.
  if (!wasOffline || lost) return <Crashed />
  return (
    <EmptyState
      level={1}
      title={t.offline.screenTitle}
      icon={<Icon as={CloudOff} size={28} />}
      action={
        <Button
          busy={busy}
          onClick={() => {
            reach.look()
            onRetry()
          }}
        >
          {t.common.retry}
        </Button>
      }
    >
      {t.offline.screenText}
    </EmptyState>
  )
}
