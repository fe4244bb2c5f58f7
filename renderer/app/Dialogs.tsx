import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { addPostClosed, authClosed, creatorClosed, shortcutsClosed } from './api/index.ts'
import type { RootState } from './store.ts'

const AuthDialog = lazy(() => import('../features/auth/AuthDialog.tsx'))
const Creator = lazy(() => import('../features/creator/Creator.tsx'))
const AddPost = lazy(() => import('../features/addPost/AddPost.tsx'))
const ShortcutsDialog = lazy(() => import('../features/shortcuts/ShortcutsDialog.tsx'))

/** The app-wide dialogs: each one's code comes when it first opens, and stays for its closing fade. */
export function Dialogs() {
  const dispatch = useDispatch()
  const { auth, creator, addPost, shortcuts } = useSelector((state: RootState) => state.dialogs)
  return (
    <>
      <WhenOpened open={auth !== null}><AuthDialog request={auth} onClose={() => dispatch(authClosed())} /></WhenOpened>
      <WhenOpened open={creator}><Creator open={creator} onClose={() => dispatch(creatorClosed())} /></WhenOpened>
      <WhenOpened open={addPost !== null}>
        <AddPost open={addPost !== null} bead={addPost?.bead ?? null} link={addPost?.link ?? null} onClose={() => dispatch(addPostClosed())} />
      </WhenOpened>
      <WhenOpened open={shortcuts}><ShortcutsDialog open={shortcuts} onClose={() => dispatch(shortcutsClosed())} /></WhenOpened>
    </>
  )
}

function WhenOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened ? <Suspense fallback={null}>{children}</Suspense> : null
}
