import { useState, type ReactElement } from 'react'
import { Flag, Pencil, Repeat2, Trash2, UserRoundPlus, UsersRound } from 'lucide-react'
import type { Me, Post } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { MenuItem } from '#ui/Menu.tsx'
import type { Asked } from './PostDialogs.tsx'

const PostDialogs = lazyComponent(() => import('./PostDialogs.tsx'))

/** Menu items for the viewer's actions on a post, and the dialogs they open. */
export function usePostActions(post: Post | undefined, onDeleted?: () => void): { items: MenuItem[]; dialogs: ReactElement | null } {
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  // The dialog refers to the post for which it was opened, even if another post is current now.
  const [asked, setAsked] = useState<Asked | null>(null)
  // Dialogs are mounted on first use and stay mounted for their closing animation.
  const [wanted, setWanted] = useState(false)
  if (asked && !wanted) setWanted(true)

  // A closing dialog may finish after the next one has opened.
  const close = () => setAsked((now) => (now === asked ? null : now))
  const ask = (to: Asked['to']) => post && setAsked({ to, post })
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
          { id: 'collectors', label: t.postActs.collectors, icon: <Icon as={UsersRound} />, onSelect: () => ask('collectors') },
          ...(readOnly ? [] : itemsFor(post, me, ask)),
        ],
    dialogs: wanted ? <PostDialogs asked={asked} onClose={close} onDeleted={onDeleted} /> : null,
  }
}

function itemsFor({ can, creator }: Post, me: Me | null, ask: (to: Asked['to']) => void): MenuItem[] {
  // B6: not for the post's owner; admins resolve flags instead.
  const mayFlag = me !== null && !me.isAdmin && me.uid !== creator.uid
  return [
    ...(me ? [{ id: 'share', label: t.common.shareWithFollowers, icon: <Icon as={UserRoundPlus} />, onSelect: () => ask('share') }] : []),
    ...(can.edit ? [{ id: 'edit', label: t.post.edit, icon: <Icon as={Pencil} />, onSelect: () => ask('edit') }] : []),
    ...(can.delete
      ? [{ id: 'delete', label: t.post.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => ask('delete') }]
      : []),
    ...(mayFlag ? [{ id: 'flag', label: t.post.flag, icon: <Icon as={Flag} />, onSelect: () => ask('flag') }] : []),
  ]
}
