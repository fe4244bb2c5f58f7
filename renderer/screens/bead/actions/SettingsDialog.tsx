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

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What admins set of a playlist: who comes first among its curators (B10). */
export default function SettingsDialog({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { found, keep } = useDraft(`curator:${bead.id}`, asText)
  const [uid, setUid] = useState(found ?? '')
  const [said, setSaid] = useState<'done' | 'failed' | null>(null)
  const [feature, { isLoading }] = useFeatureCuratorMutation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => keep(uid === '' ? null : uid), [keep, uid])

  const close = () => {
    keep(null)
    setOpen(false)
  }
  const { mayClose, question } = useUnsaved({ busy: isLoading, dirty: uid.trim() !== '' && said !== 'done', onClose: close })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    setSaid(null)
    const { error } = await feature({ params: { id: bead.id }, query: uid.trim() === '' ? {} : { uid: uid.trim().replace(/^@/, '') } })
    setSaid(error ? 'failed' : 'done')
    if (error) input.current?.focus()
    else keep(null)
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
          maxLength={limits.uid.max + 1}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={said === 'failed' ? t.beadActs.curatorFailed : undefined}
          onChange={(event) => {
            setUid(event.currentTarget.value)
            setSaid(null)
          }}
        />
        <div className={styles.end}>
          <p role="status" className={styles.done}>
            {said === 'done' ? t.beadActs.curatorDone : ''}
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
