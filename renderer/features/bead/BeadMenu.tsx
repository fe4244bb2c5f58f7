import { lazy, Suspense, useState } from 'react'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Bead } from '../../../server/contract/schemas.ts'
import { failureMessage, useDeleteBeadMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { showToast } from '../../ui/toast.ts'

const EditBead = lazy(() => import('./EditBead.tsx'))

/** What those who may can do with a playlist; nothing for everybody else. */
export function BeadMenu({ bead }: { bead: Bead }) {
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const [, navigate] = useLocation()
  const [deleteBead] = useDeleteBeadMutation()
  const items: MenuItem[] = [
    ...(bead.can.edit ? [{ id: 'edit', label: t.bead.edit, icon: <Icon as={Pencil} />, onSelect: () => setAsking('edit') }] : []),
    ...(bead.can.delete
      ? [{ id: 'delete', label: t.bead.delete, icon: <Icon as={Trash2} />, danger: true, onSelect: () => setAsking('delete') }]
      : []),
  ]
  if (items.length === 0) return null

  const remove = async () => {
    try {
      await deleteBead({ params: { id: bead.id } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.bead.deleted, now: true })
    navigate(`/p/${bead.creator.uid}`, { replace: true })
  }

  return (
    <>
      <Menu
        label={t.bead.moreOf(bead.title)}
        items={items}
        trigger={(properties) => <IconButton {...properties} name={t.bead.more} icon={<Icon as={Ellipsis} />} />}
      />
      <Confirm
        open={asking === 'delete'}
        title={t.bead.deleteTitle}
        confirm={t.bead.deleteConfirm}
        danger
        onClose={() => setAsking(null)}
        onConfirm={remove}
      >
        {t.bead.deleteText(bead.postCount)}
      </Confirm>
      {asking === 'edit' && (
        <Suspense fallback={null}>
          <EditBead bead={bead} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}
