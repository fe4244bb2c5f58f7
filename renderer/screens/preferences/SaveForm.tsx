import { useEffect, useRef, type ReactNode } from 'react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSite } from '#data/index.ts'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { Shake } from '#ui/Shake.tsx'
import type { Saving } from './useSaving.ts'
import styles from './SaveForm.module.css'

interface SaveFormProps {
  saving: Saving
  /** Accessible name of the form. */
  label: string
  /** Label of the submit button. */
  submit: string
  /** Whether the page has a more important form: then the submit button is less prominent. */
  secondary?: boolean
  onSubmit: () => void
  /** Rendered next to the submit button. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/**
 * A form with a submit button and the messages of `useSaving`. A refusal shakes the form and focuses the first invalid
 * field (P4). Read-only sites have no submit button.
 */
export function SaveForm({ saving, label, submit, secondary = false, onSubmit, actions, children }: SaveFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { phase, message, refusals } = saving
  const { readOnly } = useSite()
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <Shake count={refusals}>
      <form
        ref={form}
        className={styles.form}
        aria-label={label}
        noValidate
        onInput={saving.clearError}
        onSubmit={(event) => {
          event.preventDefault()
          if (phase !== 'busy' && !readOnly) onSubmit()
        }}
      >
        {children}
        <div className={styles.end}>
          {!readOnly && (
            <Button type="submit" kind={secondary ? 'quiet' : 'primary'} busy={phase === 'busy'}>
              {submit}
            </Button>
          )}
          {actions}
        </div>
        <p role="status" className={classes(styles.message, styles.good)}>
          {phase === 'saved' && (
            <>
              <Icon as={CircleCheck} size={18} />
              {message}
            </>
          )}
        </p>
        <p role="alert" className={classes(styles.message, styles.bad)}>
          {phase === 'failed' && message !== '' && (
            <>
              <Icon as={CircleAlert} size={18} />
              {message}
            </>
          )}
        </p>
      </form>
    </Shake>
  )
}
