import { useId } from 'react'
import type { Bead, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { ChallengeChoice } from './ChallengeChoice.tsx'
import { BeadStep } from './BeadStep.tsx'
import type { TargetBead } from './form.ts'
import { InfoStep } from './InfoStep.tsx'
import type { StepName } from './machine.ts'
import { MediaStep } from './MediaStep.tsx'
import { Preview } from './Preview.tsx'
import type { Medium } from './useMedium.ts'
import type { WizardInput, WizardState } from './useWizard.ts'
import { WriteStep } from './WriteStep.tsx'
import styles from './Wizard.module.css'

const ChallengeSteps = lazyComponent(() => import('./ChallengeSteps.tsx'))

interface WizardStepProps {
  step: StepName | 'preview'
  wizard: WizardState
  medium: Medium
  /** The playlist that was given when the wizard opened. */
  bead: (WizardInput['bead'] & Partial<Bead>) | null
  /** The post that is edited or reposted. */
  post: Post | null
  onChooseBead: (bead: TargetBead) => void
  onClose: () => void
  /** Called when the report on posted links appears or disappears. */
  onReportChange: (isShown: boolean) => void
}

/** The heading and the fields of one step. */
export function WizardStep({ step, wizard, medium, bead, post, onChooseBead, onClose, onReportChange }: WizardStepProps) {
  const { form, problems, me } = wizard
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.step}>
      <h3 id={headingId} className={styles.heading} tabIndex={-1} data-heading>
        {step === 'preview' ? t.wizard.previewTitle : t.wizard.steps[form.mode === 'edit' ? 'edit' : 'add'][step]}
      </h3>
      {step === 'media' && form.mode !== 'edit' && bead && <ChallengeChoice wizard={wizard} tags={bead.tags ?? []} />}
      {step === 'media' && (
        <MediaStep wizard={wizard} medium={medium} initialBead={bead} onClose={onClose} onReportChange={onReportChange} />
      )}
      {step === 'bead' && (
        <BeadStep
          me={me}
          value={form.bead}
          {...(form.mode === 'repost' && { repost: post! })}
          error={problems.bead}
          onChoose={onChooseBead}
        />
      )}
      {step === 'info' && <InfoStep wizard={wizard} medium={medium} bead={form.bead?.id ?? null} />}
      {step === 'write' && <WriteStep wizard={wizard} me={me} />}
      {(step === 'student' || step === 'teacher' || step === 'confirm') && (
        <ChallengeSteps step={step} wizard={wizard} tags={bead?.tags ?? []} />
      )}
      {step === 'preview' && <Preview form={form} post={post} picture={wizard.picture} />}
    </section>
  )
}
