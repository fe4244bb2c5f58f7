import { useState } from 'react'
import { Download, Lock, Pencil, Settings, Trash2, Upload, Users, UsersRound } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { MenuPopup, type MenuItem } from '#ui/Menu.tsx'
import type { MenuWindow } from '#ui/MenuButton.tsx'
import BeadDialogs, { type BeadDialogName } from './BeadDialogs.tsx'

/** The menu items that the viewer has permission for (B12), and their dialogs. Sharing has a separate button. */
export default function BeadMenuItems({ bead, ...window }: MenuWindow & { bead: Bead }) {
  const [openDialog, setOpenDialog] = useState<BeadDialogName | null>(null)
  const { readOnly } = useSite()
  const { me } = useMe()
  const mayEdit = bead.can.edit && !readOnly
  const isAdmin = me?.isAdmin === true
  const entry = (id: BeadDialogName, label: string, icon: Parameters<typeof Icon>[0]['as'], options?: Partial<MenuItem>): MenuItem => ({
    id,
    label,
    icon: <Icon as={icon} />,
    onSelect: () => setOpenDialog(id),
    ...options,
  })
  const items: MenuItem[] = [
    entry('export', t.bead.export, Download),
    ...(bead.can.post && !readOnly ? [entry('import', t.importing.entry, Upload)] : []),
    // Followers are visible to members only (B1).
    ...(me ? [entry('followers', t.beadActs.followers, Users, { separated: true })] : []),
    ...(bead.invitees ? [entry('contributors', t.beadActs.contributors, UsersRound, { separated: !me })] : []),
    ...(mayEdit ? [entry('edit', t.bead.edit, Pencil, { separated: true })] : []),
    ...(isAdmin && !readOnly ? [entry('settings', t.beadActs.settings, Settings)] : []),
    ...(isAdmin ? [{ id: 'admin', label: t.bead.admin, icon: <Icon as={Lock} />, href: `/r/admin/index.html#?beadid=${bead.id}` }] : []),
    ...(bead.can.delete && !readOnly ? [entry('delete', t.bead.delete, Trash2, { danger: true })] : []),
  ]
  return (
    <>
      <MenuPopup {...window} items={items} label={t.bead.moreOf(bead.title)} align="end" />
      <BeadDialogs bead={bead} openDialog={openDialog} onClose={() => setOpenDialog(null)} />
    </>
  )
}
