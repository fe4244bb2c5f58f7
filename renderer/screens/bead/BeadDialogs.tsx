import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, useDeleteBeadMutation } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { showToast } from '#ui/toast.ts'

/** What is there as long as it is open, and its closing fade. */
interface WindowProps {
  bead: Bead
  onClose: () => void
}

const windows = {
  edit: lazyComponent<ComponentType<WindowProps>>(() =>
    import('#widgets/creator/index.ts').then(({ EditBead }) => ({ default: EditBead })),
  ),
  export: lazyComponent<ComponentType<WindowProps>>(() => import('./ExportDialog.tsx')),
  import: lazyComponent<ComponentType<WindowProps>>(() =>
    import('#widgets/importExport/index.ts').then(({ ImportDialog }) => ({ default: ImportDialog })),
  ),
  followers: lazyComponent<ComponentType<WindowProps>>(() => import('./actions/FollowersDialog.tsx')),
  contributors: lazyComponent<ComponentType<WindowProps>>(() => import('./actions/ContributorsDialog.tsx')),
  settings: lazyComponent<ComponentType<WindowProps>>(() => import('./actions/SettingsDialog.tsx')),
}

export type Asked = 'delete' | keyof typeof windows

interface BeadDialogsProps {
  bead: Bead
  /** Null closes what is open. */
  asked: Asked | null
  onClose: () => void
}

/** What the entries of a playlist's menu open. */
export default function BeadDialogs({ bead, asked, onClose }: BeadDialogsProps) {
  const [, navigate] = useLocation()
  const [deleteBead] = useDeleteBeadMutation()
  const remove = async () => {
    try {
      await deleteBead({ params: { id: bead.id } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
    showToast({ text: t.beadDialogs.deleted, now: true })
    navigate(`/p/${bead.creator.uid}`, { replace: true })
  }
  const Window = asked === null || asked === 'delete' ? null : windows[asked]
  return (
    <>
      <Confirm
        open={asked === 'delete'}
        title={t.beadDialogs.deleteTitle}
        confirm={t.beadDialogs.deleteConfirm}
        danger
        onClose={onClose}
        onConfirm={remove}
      >
        {t.beadDialogs.deleteText(bead.postCount)}
      </Confirm>
      {Window && <Window bead={bead} onClose={onClose} {...asWindow({ open: true }, onClose)} />}
    </>
  )
}
