import { useRef, useState, type Ref } from 'react'
import { useLocation } from 'wouter'
import { limits } from '../../../server/contract/limits.ts'
import { beadTitleProblem, tidy } from '../../../server/contract/rules.ts'
import { failureMessage, isFailure, useCreateBeadMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Shake } from '../../ui/Shake.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './CreatorForm.module.css'

interface CreatorFormProps {
  /** The title's input. */
  ref?: Ref<HTMLInputElement>
  /** Whatever holds the form must not close meanwhile. */
  onBusy?: (busy: boolean) => void
  /** Done, or given up with Escape. */
  onDone: () => void
}

/** One title, one button: a personal playlist in the category "other", not a draft (decision 15). */
export function CreatorForm({ ref, onBusy, onDone }: CreatorFormProps) {
  const [, navigate] = useLocation()
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [shakes, setShakes] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const [create, { isLoading }] = useCreateBeadMutation()

  const refuse = (message: string) => {
    setProblem(message)
    setShakes((n) => n + 1)
    form.current?.querySelector('input')?.focus()
  }
  const start = async () => {
    const wrong = beadTitleProblem(title, false)
    if (wrong !== null) return refuse(wrong)
    setProblem(null)
    onBusy?.(true)
    try {
      const { data } = await create({
        body: { title: tidy(title), description: '', category: 'other', tags: [], isDraft: false, invitees: [] },
      }).unwrap()
      onDone()
      navigate(data.href)
    } catch (error) {
      refuse((isFailure(error) ? error.fields?.['title'] : undefined) ?? failureMessage(error))
    } finally {
      onBusy?.(false)
    }
  }

  return (
    <Shake count={shakes}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isLoading) void start()
        }}
      >
        <Field
          ref={ref}
          label={t.creator.title}
          placeholder={t.creator.placeholder}
          value={title}
          maxLength={limits.beadTitle.max}
          autoComplete="off"
          error={problem}
          hint={t.creator.hint}
          onChange={(event) => {
            setTitle(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button type="submit" kind="primary" busy={isLoading} className={styles.start}>{t.creator.start}</Button>
        <VisuallyHidden><span role="status">{isLoading ? t.common.loading : ''}</span></VisuallyHidden>
      </form>
    </Shake>
  )
}
