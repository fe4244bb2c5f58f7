import { useRef, useState } from 'react'
import { Ellipsis } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'

const PostMenuPopup = lazyComponent(() => import('./PostMenuPopup.tsx'))

/** Menu button of a post; the menu's code is preloaded on hover and focus. */
export function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [isMounted, setIsMounted] = useState(false)
  return (
    <>
      <IconButton
        ref={anchor}
        name={t.post.more(post.title)}
        icon={<Icon as={Ellipsis} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={PostMenuPopup.preload}
        onFocus={PostMenuPopup.preload}
        onClick={() => {
          setIsMounted(true)
          setOpen(!open)
        }}
      />
      {isMounted && (
        <PostMenuPopup
          post={post}
          onDeleted={onDeleted}
          anchor={anchor}
          open={open}
          onOpenChange={setOpen}
          {...asWindow({ open }, () => setOpen(false))}
        />
      )}
    </>
  )
}
