import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { limits } from '#contract/limits.ts'
import { useDraft } from '#data/useDraft.ts'
import { useFeatureCuratorMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import styles from './SettingsDialog.module.css'

/** Validates a stored draft. */
const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Admin settings of a playlist: the uid of the featured curator (B10). An empty field removes that. */
export default function SettingsDialog({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { savedDraft, saveDraft } = useDraft(`curator:${bead.id}`, asText)
  const [uid, setUid] = useState(savedDraft ?? '')
  const [status, setStatus] = useState<'done' | 'failed' | null>(null)
  const [featureCurator, { isLoading }] = useFeatureCuratorMutation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => saveDraft(uid === '' ? null : uid), [saveDraft, uid])

  const close = () => {
    saveDraft(null)
    setOpen(false)
  }
  const { mayClose, question } = useUnsaved({ busy: isLoading, dirty: uid.trim() !== '' && status !== 'done', onClose: close })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    setStatus(null)
    const { error } = await featureCurator({
      params: { id: bead.id },
      query: uid.trim() === '' ? {} : { uid: uid.trim().replace(/^@/, '') },
    })
    setStatus(error ? 'failed' : 'done')
    if (error) input.current?.focus()
    else saveDraft(null)
  }
  return (
    <Dialog
      open={open}
      title={t.beadActs.settingsTitle}
      description={bead.title}
      initialFocus={input}
      canClose={mayClose}
      onClose={close}
      onClosed={onClose}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={input}
          label={t.beadActs.curator}
          hint={t.beadActs.curatorHint}
          value={uid}
          // One more for a leading "@".
          maxLength={limits.uid.max + 1}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={status === 'failed' ? t.beadActs.curatorFailed : undefined}
          onChange={(event) => {
            setUid(event.currentTarget.value)
            setStatus(null)
          }}
        />
        <div className={styles.end}>
          <p role="status" className={styles.done}>
            {status === 'done' ? t.beadActs.curatorDone : ''}
          </p>
          <Button type="submit" kind="primary" busy={isLoading}>
            {t.beadActs.submit}
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}
