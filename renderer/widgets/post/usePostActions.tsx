import { useState, type ReactElement } from 'react'
import { Flag, Pencil, Repeat2, Trash2, UserRoundPlus, UsersRound } from 'lucide-react'
import type { Me, Post } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import type { DialogRequest } from './PostDialogs.tsx'

const PostDialogs = lazyComponent(() => import('./PostDialogs.tsx'))

/** Menu items for the viewer's actions on a post, and the dialogs they open. */
export function usePostActions(post: Post | undefined, onDeleted?: () => void): { items: MenuItem[]; dialogs: ReactElement | null } {
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  // The dialog refers to the post for which it was opened, even if another post is current now.
  const [request, setRequest] = useState<DialogRequest | null>(null)
  // Dialogs are mounted on first use and stay mounted for their closing animation.
  const [isMounted, setIsMounted] = useState(false)
  if (request && !isMounted) setIsMounted(true)

  // A closing dialog may finish after the next one has opened.
  const close = () => setRequest((now) => (now === request ? null : now))
  const openDialog = (dialog: DialogRequest['dialog']) => post && setRequest({ dialog, post })
  return {
    items: !post
      ? []
      : [
          ...(readOnly || post.can.repost === false
            ? []
            : [
                {
                  id: 'repost',
                  label: t.postActs.repost,
                  icon: <Icon as={Repeat2} />,
                  onSelect: () => intend({ type: 'repost', id: post.id }),
                },
              ]),
          { id: 'collectors', label: t.postActs.collectors, icon: <Icon as={UsersRound} />, onSelect: () => openDialog('collectors') },
          ...(readOnly ? [] : itemsFor(post, me, openDialog)),
        ],
    dialogs: isMounted ? <PostDialogs request={request} onClose={close} onDeleted={onDeleted} /> : null,
  }
}

function itemsFor({ can, creator }: Post, me: Me | null, openDialog: (dialog: DialogRequest['dialog']) => void): MenuItem[] {
  // B6: not for the post's owner; admins resolve flags instead.
  const canFlag = me !== null && !me.isAdmin && me.uid !== creator.uid
  return [
    ...(me
      ? [{ id: 'share', label: t.common.shareWithFollowers, icon: <Icon as={UserRoundPlus} />, onSelect: () => openDialog('share') }]
      : []),
    ...(can.edit ? [{ id: 'edit', label: t.post.edit, icon: <Icon as={Pencil} />, onSelect: () => openDialog('edit') }] : []),
    ...(can.delete
      ? [{ id: 'delete', label: t.post.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => openDialog('delete') }]
      : []),
    ...(canFlag ? [{ id: 'flag', label: t.post.flag, icon: <Icon as={Flag} />, onSelect: () => openDialog('flag') }] : []),
  ]
}
