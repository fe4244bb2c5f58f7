import { CircleCheck, Pencil } from 'lucide-react'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePostActions } from '#widgets/post/index.ts'
import { ShareButton } from '#widgets/share/index.ts'
import styles from './NewPostBanner.module.css'

/** The confirmation above a post that was just created, with the buttons to edit and to share it. */
export default function NewPostBanner({ post }: { post: Post }) {
  const { items, dialogs } = usePostActions(post)
  const edit = items.find(({ id }) => id === 'edit')
  return (
    <div className={styles.banner} role="status">
      <Icon as={CircleCheck} />
      <p className={styles.words}>{t.post.newPost}</p>
      {edit && (
        <Button size="small" icon={<Icon as={Pencil} size={18} />} onClick={edit.onSelect}>
          {t.beadPage.newPostEdit}
        </Button>
      )}
      <ShareButton variant="small" of={{ kind: 'post', id: post.id, title: post.title, href: `/${post.href}` }} />
      {dialogs}
    </div>
  )
}
