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
import { hasUnsavedInput } from './writing.ts'

interface MissingScreenProps {
  /** A retry is running. */
  busy: boolean
  /** A retry failed although Strand is reachable: browsers may cache a failed module until the page is reloaded. */
  isLost: boolean
  onRetry: () => void
}

/**
 * Shown in place of a screen whose code failed to load. After an interrupted connection it retries once Strand is
 * reachable, and reloads the page if that fails too, unless media plays or a form is dirty.
 */
export function MissingScreen({ busy, isLost, onRetry }: MissingScreenProps) {
  const isReached = useSyncExternalStore(reach.subscribe, reach.read)
  const [wasOffline, setWasOffline] = useState(!navigator.onLine)
  if (!isReached && !wasOffline) setWasOffline(true)
  const retry = useEffectEvent(onRetry)
  useEffect(() => reach.check(), [])
  useEffect(() => {
    if (isReached && wasOffline) retry()
  }, [isReached, wasOffline])
  const playing = useSelector(selectIsPlaying)
  const shouldReload = wasOffline && isLost && isReached && !playing
  // Notices are held while a dialog is open. The dialog may have the unsaved input, so check again when it closes.
  const areNoticesHeld = useNoticesHeld()
  useEffect(() => {
    if (shouldReload && !hasUnsavedInput(document)) location.reload()
  }, [shouldReload, areNoticesHeld])
  // Without an interruption the file itself is missing, for example after a deployment: only a full load helps.
  if (!wasOffline || isLost) return <Crashed />
  return (
    <EmptyState
      level={1}
      title={t.offline.screenTitle}
      icon={<Icon as={CloudOff} size={28} />}
      action={
        <Button
          busy={busy}
          onClick={() => {
            reach.check()
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
