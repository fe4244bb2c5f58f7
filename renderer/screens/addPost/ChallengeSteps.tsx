import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Filled } from '#ui/Filled.tsx'
import { useChallenge } from './ChallengeChoice.tsx'
import { studentFields, teacherFields, type EntryField } from './form.ts'
import { needsParent } from './validation.ts'
import type { WizardState } from './useWizard.ts'
import styles from './ChallengeSteps.module.css'

/** Input attributes of the fields that are not plain text. */
const kinds: Partial<Record<EntryField, { type: string; inputMode?: 'numeric'; autoComplete?: string }>> = {
  studentAge: { type: 'text', inputMode: 'numeric' },
  studentEmail: { type: 'email' },
  studentTelephone: { type: 'tel' },
  teacherEmail: { type: 'email' },
  teacherTelephone: { type: 'tel' },
}

/** The steps of a challenge entry (E1): student, teacher and consent. */
export default function ChallengeSteps({
  step,
  wizard,
  tags,
}: {
  step: 'student' | 'teacher' | 'confirm'
  wizard: WizardState
  tags: readonly string[]
}) {
  const { form, problems, change } = wizard
  const challenge = useChallenge(tags)
  // Opens in another tab, so that the form stays. Without an address of the rules, the link goes to the playlist.
  const rules = (
    <Filled
      text={t.partner.rules}
      places={{
        rules: (
          <a href={challenge?.rules ?? `/${form.bead!.id}`} target="_blank" rel="noopener">
            {t.partner.rulesLink}
          </a>
        ),
      }}
    />
  )
  if (step === 'confirm')
    return (
      <>
        <p className={styles.note}>{t.partner.confirmText}</p>
        {(['release', 'rules'] as const).map((field) => (
          <Checkbox
            key={field}
            label={field === 'rules' ? rules : t.partner[field]}
            error={problems[field] ?? ''}
            checked={form[field]}
            onChange={(checked) => change({ [field]: checked })}
          />
        ))}
      </>
    )
  const parent = needsParent(form)
  const labelOf = (field: EntryField): string =>
    parent && field === 'studentEmail'
      ? t.partner.parentEmail
      : parent && field === 'studentTelephone'
        ? t.partner.parentTelephone
        : t.partner.fields[field]
  return (
    <div className={styles.fields}>
      {(step === 'student' ? studentFields : teacherFields).map((field) => (
        <Field
          key={field}
          type="text"
          {...kinds[field]}
          label={labelOf(field)}
          required
          autoComplete="off"
          maxLength={120}
          value={form.entry[field] ?? ''}
          error={problems[field]}
          onChange={({ currentTarget }) => change({ entry: { ...form.entry, [field]: currentTarget.value } })}
        />
      ))}
      <p className={styles.note}>{t.partner.privacy}</p>
    </div>
  )
}
