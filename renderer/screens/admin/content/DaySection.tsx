import { useRef, useState } from 'react'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import { useRemoveDayMutation, useSetDayMutation } from '#data/adminContent.ts'
import { failureMessage, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { fullDay } from '#ui/format.ts'
import { showToast } from '#ui/toast.ts'
import { ReasonField } from '../ReasonField.tsx'
import { SaveForm, useSaving } from '../../preferences/index.ts'
import { Section } from '../sections.tsx'
import styles from './Content.module.css'

const today = (): string => new Date().toISOString().slice(0, 10)

interface DayProps {
  content: AdminContent
  onChanged: () => void
}

/** The days on which the playlist is the Bead of the Day: chooses and removes them (V1). */
export function DaySection({ content, onChanged }: DayProps) {
  const { bead, days } = content
  const heading = useRef<HTMLHeadingElement>(null)
  const { readOnly } = useSite()
  const [removeDay, { isLoading }] = useRemoveDayMutation()
  // The server accepts only public playlists with posts.
  const isEligible = !bead.isDraft && !bead.invitees && !bead.isFeed && bead.postCount > 0

  async function remove(day: string): Promise<void> {
    if (isLoading) return
    const { error } = await removeDay({ body: { bead: bead.id, day } })
    if (error === undefined) showToast({ text: t.adminContent.dayRemoved, now: true })
    else showToast({ text: failureMessage(error), kind: 'error', now: true })
    // The button disappears with the day.
    heading.current?.focus()
    onChanged()
  }

  return (
    <Section title={t.adminContent.day} heading={heading}>
      {days.length === 0 ? (
        <p>{t.adminContent.dayNone}</p>
      ) : (
        <ul className={styles.days} aria-label={t.adminContent.days}>
          {days.map((day) => (
            <li key={day} className={styles.line}>
              <span>
                <time dateTime={day}>{fullDay(day)}</time>
                {day >= today() && ` · ${day === today() ? t.adminContent.today : t.adminContent.planned}`}
              </span>
              {day >= today() && !readOnly && (
                <Button size="small" aria-label={t.adminContent.removeDay(fullDay(day))} onClick={() => void remove(day)}>
                  {t.adminContent.removeShort}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isEligible ? <DayForm content={content} onChanged={onChanged} /> : <p className={styles.soft}>{t.adminContent.dayIneligible}</p>}
    </Section>
  )
}

function DayForm({ content: { bead }, onChanged }: DayProps) {
  const saving = useSaving()
  const [day, setDay] = useState(today)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [choose] = useSetDayMutation()

  async function save(): Promise<void> {
    if (day < today()) {
      setProblem(t.adminContent.dayInvalid)
      return saving.refuse()
    }
    const body = { bead: bead.id, day, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const saved = await saving.run(() => choose({ body }), {
      saved: t.adminContent.daySaved,
      failed: ({ fields, message }) => {
        if (fields?.day === undefined) return message
        setProblem(fields.day)
        return null
      },
    })
    if (!saved) return
    setReason('')
    onChanged()
  }

  return (
    <SaveForm saving={saving} label={t.adminContent.day} submit={t.adminContent.setDay} secondary onSubmit={() => void save()}>
      <Field
        label={t.adminContent.chooseDay}
        type="date"
        name="day"
        min={today()}
        value={day}
        error={problem}
        onChange={(event) => {
          setDay(event.currentTarget.value)
          setProblem('')
        }}
      />
      <ReasonField label={t.adminContent.reasonOptional} hint={t.adminContent.reasonHint} value={reason} onChange={setReason} />
    </SaveForm>
  )
}
