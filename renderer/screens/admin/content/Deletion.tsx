import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import { useDeleteContentMutation } from '#data/adminContent.ts'
import { t } from '#texts/index.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { SaveForm, useSaving } from '../../preferences/index.ts'
import { Section } from '../sections.tsx'

/** Deletes a playlist, post or comment with a reason, which its author sees. */
export function Deletion({ content: { id, kind, bead }, onDeleted }: { content: AdminContent; onDeleted: () => void }) {
  const saving = useSaving()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [remove] = useDeleteContentMutation()

  function demandReason(): void {
    if (reason.trim() !== '') return setOpen(true)
    setProblem(messages.reasonRequired)
    saving.refuse()
  }

  async function onConfirm(): Promise<void> {
    if (await saving.run(() => remove({ params: { id }, body: { reason: reason.trim() } }))) onDeleted()
  }

  return (
    <Section title={t.adminContent.remove}>
      <SaveForm saving={saving} label={t.adminContent.remove} submit={t.adminContent.removeOpen} secondary onSubmit={demandReason}>
        <ReasonField
          label={t.adminContent.reason}
          hint={t.adminContent.removeText}
          value={reason}
          error={problem}
          onChange={(given) => {
            setReason(given)
            setProblem('')
          }}
        />
      </SaveForm>
      <Confirm
        open={isOpen}
        title={t.adminContent.removeTitle[kind]}
        confirm={t.adminContent.remove}
        danger
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
      >
        <p>{kind === 'bead' ? t.adminContent.removeBead(bead.postCount) : t.adminContent.removeOther}</p>
      </Confirm>
    </Section>
  )
}
