import { useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { dialogsClosed } from '#data/dialogs.ts'
import { onFirstInteraction } from '#ui/firstInteraction.ts'
import { whenIdle } from '#ui/idle.ts'
import { mayPrefetch } from '#ui/intent.ts'
import type { RootState } from './store.ts'

const AppDialogs = lazyComponent(() => import('./AppDialogs.tsx'))

/**
 * Mounts the app-wide dialogs when one opens for the first time. Their code is preloaded after the first interaction.
 */
export function Dialogs() {
  const dispatch = useDispatch()
  const open = useSelector(
    ({ dialogs: { auth, creator, addPost, picture, shortcuts } }: RootState) =>
      auth !== null || creator || addPost !== null || picture || shortcuts,
  )
  const [isMounted, setMounted] = useState(open)
  if (open && !isMounted) setMounted(true)
  useEffect(() => onFirstInteraction(() => whenIdle(() => mayPrefetch() && AppDialogs.preload())), [])
  return isMounted ? <AppDialogs {...asWindow({ open }, () => dispatch(dialogsClosed()))} /> : null
}
