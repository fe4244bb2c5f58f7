import { Check } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { isBefore, isOpen, visibleSteps } from './machine.ts'
import type { WizardState } from './useWizard.ts'
import styles from './Rail.module.css'

/** The list of the wizard's steps: which are done, which is the current one, and buttons to those that are open. */
export function Rail({ wizard: { form, facts, goTo } }: { wizard: WizardState }) {
  const steps = visibleSteps(facts)
  if (steps.length < 2) return null
  const names = t.wizard.steps[form.mode === 'edit' ? 'edit' : 'add']
  const currentIndex = steps.indexOf(form.step)
  return (
    <nav aria-label={t.wizard.railName} className={styles.rail}>
      <ol className={styles.steps}>
        {steps.map((step, n) => {
          const current = step === form.step && !form.preview
          const past = form.preview || isBefore(step, form.step, facts)
          return (
            <li key={step} className={styles.item} data-past={past || undefined} data-current={current || undefined}>
              <button
                type="button"
                className={styles.step}
                aria-current={current ? 'step' : undefined}
                disabled={!isOpen(step, facts)}
                onClick={() => goTo(step)}
              >
                <span className={styles.number}>{past ? <Icon as={Check} size={14} /> : n + 1}</span>
                <span className={styles.name}>{names[step]}</span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className={styles.words} role="status">
        {form.preview ? t.wizard.previewTitle : t.wizard.place(currentIndex + 1, steps.length, names[form.step])}
      </p>
    </nav>
  )
}
