import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, useDeleteBeadMutation } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { showToast } from '#ui/toast.ts'

/** Props of each dialog except the confirmation to delete. */
interface DialogProps {
  bead: Bead
  /** Called after the closing animation; until then the dialog stays mounted. */
  onClose: () => void
}

const dialogs = {
  edit: lazyComponent<ComponentType<DialogProps>>(() =>
    import('#widgets/creator/index.ts').then(({ EditBead }) => ({ default: EditBead })),
  ),
  export: lazyComponent<ComponentType<DialogProps>>(() => import('./ExportDialog.tsx')),
  import: lazyComponent<ComponentType<DialogProps>>(() =>
    import('#widgets/importExport/index.ts').then(({ ImportDialog }) => ({ default: ImportDialog })),
  ),
  followers: lazyComponent<ComponentType<DialogProps>>(() => import('./actions/FollowersDialog.tsx')),
  contributors: lazyComponent<ComponentType<DialogProps>>(() => import('./actions/ContributorsDialog.tsx')),
  settings: lazyComponent<ComponentType<DialogProps>>(() => import('./actions/SettingsDialog.tsx')),
}

export type BeadDialogName = 'delete' | keyof typeof dialogs

interface BeadDialogsProps {
  bead: Bead
  /** Null closes the open dialog. */
  openDialog: BeadDialogName | null
  onClose: () => void
}

/** The dialogs that the playlist menu opens. */
export default function BeadDialogs({ bead, openDialog, onClose }: BeadDialogsProps) {
  const [, navigate] = useLocation()
  const [deleteBead] = useDeleteBeadMutation()
  const remove = async () => {
    try {
      await deleteBead({ params: { id: bead.id } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      // `Confirm` stays open.
      throw error
    }
    showToast({ text: t.beadDialogs.deleted, now: true })
    navigate(`/p/${bead.creator.uid}`, { replace: true })
  }
  const ActiveDialog = openDialog === null || openDialog === 'delete' ? null : dialogs[openDialog]
  return (
    <>
      <Confirm
        open={openDialog === 'delete'}
        title={t.beadDialogs.deleteTitle}
        confirm={t.beadDialogs.deleteConfirm}
        danger
        onClose={onClose}
        onConfirm={remove}
      >
        {t.beadDialogs.deleteText(bead.postCount)}
      </Confirm>
      {ActiveDialog && <ActiveDialog bead={bead} onClose={onClose} {...asWindow({ open: true }, onClose)} />}
    </>
  )
}
