import { useRef, useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { AdminMember } from '#contract/schemas/adminMembers.ts'
import { useLiftSuspensionMutation, useSuspendMemberMutation } from '#data/adminMembers.ts'
import { isFailure, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { fullDate } from '#ui/format.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { SaveForm, useSaving } from '../../preferences/index.ts'
import { Section } from '../sections.tsx'
import { endChoices, endOf } from './suspensionEnd.ts'
import styles from './Members.module.css'

const titleOf = (choice: string): string =>
  choice === 'endless' ? t.adminMembers.endless : choice === 'date' ? t.adminMembers.onDate : t.adminMembers.afterDays(Number(choice))

/** Suspends a member with an end and a reason, changes the suspension, and lifts it. Failed submissions leave the input. */
export function Suspension({ member: { uid, suspension }, onChanged }: { member: AdminMember; onChanged: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [choice, setChoice] = useState('7')
  const [date, setDate] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<{ reason?: string; until?: string }>({})
  const { readOnly } = useSite()
  const saving = useSaving()
  const [suspend] = useSuspendMemberMutation()
  const [lift, { isLoading: isLifting }] = useLiftSuspensionMutation()

  async function save(): Promise<void> {
    const until = endOf(choice, date, new Date())
    const found = {
      ...(reason.trim() === '' && { reason: messages.reasonRequired }),
      ...(until === undefined && { until: messages.suspensionEndInvalid }),
    }
    setProblems(found)
    if (until === undefined || Object.keys(found).length > 0) return saving.refuse()
    const saved = await saving.run(() => suspend({ params: { uid }, body: { until, reason: reason.trim() } }), {
      saved: t.adminMembers.isSuspended,
      failed: (failure) => {
        const { fields } = failure
        if (isFailure(failure) && fields?.until !== undefined) setProblems({ until: fields.until })
        return failure.message
      },
    })
    if (saved) done()
  }

  async function end(): Promise<void> {
    const body = reason.trim() === '' ? {} : { reason: reason.trim() }
    if (await saving.run(() => lift({ params: { uid }, body }), { saved: t.adminMembers.lifted })) {
      // The button disappears with the suspension.
      heading.current?.focus()
      done()
    }
  }

  function done(): void {
    setReason('')
    onChanged()
  }

  return (
    <Section title={t.adminMembers.suspension} heading={heading}>
      <p>{suspension === null ? t.adminMembers.active : stateOf(suspension)}</p>
      <p className={styles.soft}>{t.adminMembers.suspensionText}</p>
      <SaveForm
        saving={saving}
        label={t.adminMembers.suspension}
        submit={suspension === null ? t.adminMembers.suspend : t.adminMembers.change}
        secondary
        onSubmit={() => void save()}
        actions={
          suspension !== null &&
          !readOnly && (
            <Button kind="plain" busy={isLifting} onClick={() => void end()}>
              {t.adminMembers.lift}
            </Button>
          )
        }
      >
        <SelectField
          label={t.adminMembers.ends}
          name="ends"
          options={endChoices.map((value) => ({ value, title: titleOf(value) }))}
          value={choice}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
        {choice === 'date' && (
          <Field
            label={t.adminMembers.lastDay}
            type="date"
            name="until"
            value={date}
            error={problems.until}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        )}
        <ReasonField
          label={t.adminMembers.reason}
          hint={t.adminMembers.reasonHint}
          value={reason}
          error={problems.reason}
          onChange={setReason}
        />
      </SaveForm>
    </Section>
  )
}

function stateOf({ until, reason }: NonNullable<AdminMember['suspension']>): string {
  const end = until === null ? t.adminMembers.suspendedEndless : t.adminMembers.suspendedUntil(fullDate(until))
  return `${end} ${t.adminMembers.suspendedReason(reason)}`
}
