import { useState, type ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'wouter'
import { asWindow, lazyComponent, type LazyProps } from '#ui/lazyComponent.tsx'
import { addPostClosed, authClosed, creatorClosed, pictureClosed, shortcutsClosed } from '#data/index.ts'
import { match } from '#navigation/routes.ts'
import type { RootState } from './store.ts'

const AuthDialog = lazyComponent(() => import('../screens/auth/AuthDialog.tsx'))
const Creator = lazyComponent(() => import('#widgets/creator/Creator.tsx'))
const AddPost = lazyComponent(() => import('../screens/addPost/AddPost.tsx'))
const PictureEditor = lazyComponent(() => import('../screens/preferences/picture/PictureEditor.tsx'))
const ShortcutsDialog = lazyComponent(() => import('#widgets/shortcuts/ShortcutsDialog.tsx'))

/** The app-wide dialogs. The code of each is loaded when it first opens. */
export default function AppDialogs() {
  const dispatch = useDispatch()
  const { auth, authInPage, creator, addPost, picture, shortcuts } = useSelector((state: RootState) => state.dialogs)
  const [path] = useLocation()
  // No dialog over a page that shows the sign-in form itself.
  const request = authInPage || match(path).screen === 'auth' ? null : auth
  return (
    <>
      <WhenOpened open={request !== null} onClose={() => dispatch(authClosed())}>
        {(window) => <AuthDialog request={request} {...window} />}
      </WhenOpened>
      <WhenOpened open={creator} onClose={() => dispatch(creatorClosed())}>
        {(window) => <Creator open={creator} {...window} />}
      </WhenOpened>
      <WhenOpened open={addPost !== null} onClose={() => dispatch(addPostClosed())}>
        {(window) => <AddPost request={addPost} {...window} />}
      </WhenOpened>
      <WhenOpened open={picture} onClose={() => dispatch(pictureClosed())}>
        {(window) => <PictureEditor open={picture} {...window} />}
      </WhenOpened>
      <WhenOpened open={shortcuts} onClose={() => dispatch(shortcutsClosed())}>
        {(window) => <ShortcutsDialog open={shortcuts} {...window} />}
      </WhenOpened>
    </>
  )
}

interface OpenedProps {
  open: boolean
  onClose: () => void
  children: (window: LazyProps & { onClose: () => void }) => ReactNode
}

/** Mounts a dialog when it first opens. It stays mounted afterwards, so that its closing transition can run. */
function WhenOpened({ open, onClose, children }: OpenedProps) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened ? children({ onClose, ...asWindow({ open }, onClose) }) : null
}
