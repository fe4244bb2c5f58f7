import { useState } from 'react'
import type { Announcement } from '#contract/endpoints/notices.ts'
import { limits } from '#contract/limits.ts'
import type { AnnouncementKind } from '#contract/rules.ts'
import { failureMessage, isFailure } from '#data/index.ts'
import { useAnnounceMutation, useEditAnnouncementMutation } from '#data/system.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { showToast } from '#ui/toast.ts'
import { instantOf, localOf } from './format.ts'
import styles from './system.module.css'

const dayMs = 86_400_000
const kindOptions = Object.entries(t.system.announcements.kinds).map(([value, title]) => ({ value, title }))

const draftOf = (edited: Announcement | null) => ({
  text: edited?.text ?? '',
  href: edited?.href ?? '',
  kind: edited?.kind ?? ('info' as AnnouncementKind),
  start: edited ? localOf(edited.startDate) : '',
  end: localOf(edited?.endDate ?? new Date(Date.now() + dayMs).toISOString()),
})

/** Publishes an announcement, or edits one. */
export function AnnouncementForm({
  edited,
  onSaved,
  onCancel,
}: {
  edited: Announcement | null
  onSaved: () => void
  onCancel?: () => void
}) {
  const [draft, setDraft] = useState(() => draftOf(edited))
  const [announce, created] = useAnnounceMutation()
  const [edit, saved] = useEditAnnouncementMutation()
  const set = (changes: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...changes }))
  const error = created.error ?? saved.error
  const fields = isFailure(error) ? (error.fields ?? {}) : {}
  const isBusy = created.isLoading || saved.isLoading

  async function submit(): Promise<void> {
    const { text, href, kind } = draft
    // Unchanged dates keep their seconds, which the inputs do not show.
    const unchanged = draftOf(edited)
    const startDate = edited && draft.start === unchanged.start ? edited.startDate : instantOf(draft.start)
    const endDate = (edited && draft.end === unchanged.end ? edited.endDate : instantOf(draft.end)) ?? ''
    const body = { text, href: href.trim() === '' ? null : href, kind, endDate, ...(startDate !== null && { startDate }) }
    const answer = edited ? await edit({ params: { id: edited.id }, body }) : await announce({ body })
    if (answer.error !== undefined) return
    showToast({ text: edited ? t.system.announcements.saved : t.system.announcements.created, now: true })
    setDraft(draftOf(null))
    onSaved()
  }

  return (
    <form
      className={styles.form}
      aria-label={edited ? t.system.announcements.editOf(edited.text) : t.system.announcements.create}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      <Field
        className={styles.wide}
        label={t.system.announcements.text}
        name="text"
        autoComplete="off"
        maxLength={limits.notices.text}
        value={draft.text}
        error={fields['text']}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Field
        className={styles.wide}
        label={t.system.announcements.link}
        hint={t.system.announcements.linkHint}
        name="href"
        autoComplete="off"
        spellCheck={false}
        value={draft.href}
        error={fields['href']}
        onChange={(event) => set({ href: event.currentTarget.value })}
      />
      <SelectField
        label={t.system.announcements.kind}
        name="kind"
        options={kindOptions}
        value={draft.kind}
        onChange={(event) => set({ kind: event.currentTarget.value as AnnouncementKind })}
      />
      <Field
        label={t.system.announcements.start}
        hint={t.system.announcements.startHint}
        type="datetime-local"
        name="start"
        value={draft.start}
        error={fields['startDate']}
        onChange={(event) => set({ start: event.currentTarget.value })}
      />
      <Field
        label={t.system.announcements.end}
        type="datetime-local"
        name="end"
        value={draft.end}
        error={fields['endDate']}
        onChange={(event) => set({ end: event.currentTarget.value })}
      />
      <p className={styles.error} role="alert">
        {error && Object.keys(fields).length === 0 ? failureMessage(error) : null}
      </p>
      <div className={`${styles.buttons} ${styles.wide}`}>
        <Button type="submit" busy={isBusy} kind={edited ? 'primary' : 'quiet'}>
          {edited ? t.system.announcements.save : t.system.announcements.create}
        </Button>
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            {t.common.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
