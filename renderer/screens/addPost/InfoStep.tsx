import { secondsOf } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { duration } from '#ui/format.ts'
import { ArtistsField, WorkTitleField } from '#widgets/lookup/index.ts'
import { Copies } from './Copies.tsx'
import { attributionOf, isTimed, timeText } from './form.ts'
import { MediaPreview } from './MediaPreview.tsx'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'
import styles from './InfoStep.module.css'

/** Title, artists and time range of the medium (D3, D6). */
export function InfoStep({ wizard, medium, bead }: { wizard: WizardState; medium: Medium; bead: string | null }) {
  const { form, problems, picture, change } = wizard
  const { media } = form
  if (!media) return null
  const timed = isTimed(media)
  // On blur: rewrites a valid time as `timeText` does; an empty start becomes 0:00.
  const tidyTime = (field: 'start' | 'end') => {
    const seconds = secondsOf(form[field])
    if (field === 'start' && form.start.trim() === '') change({ start: timeText(0) })
    else if (seconds !== null && timeText(seconds) !== form[field]) change({ [field]: timeText(seconds) })
  }
  return (
    <>
      <MediaPreview form={form} picture={picture} />
      <WorkTitleField
        label={timed ? t.wizard.what : t.wizard.whatOptional}
        value={form.what}
        names={form.names}
        error={problems.what}
        onChange={(what) => change({ what })}
      />
      <ArtistsField
        label={timed ? t.wizard.who : t.wizard.whoOptional}
        hint={t.wizard.whoHint}
        value={form.who}
        error={problems.who}
        onChange={(who) => change({ who })}
      />
      {media.type === 'image' &&
        (form.uploaded ? (
          <p className={styles.note}>{t.wizard.uploadedAttribution(location.origin)}</p>
        ) : (
          <Field
            label={t.wizard.attribution}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={form.attribution}
            hint={t.wizard.attributionHint}
            error={problems.attribution}
            onChange={({ currentTarget }) => change({ attribution: currentTarget.value })}
            onBlur={() => {
              const address = attributionOf(form)
              if (address !== null && address !== form.attribution) change({ attribution: address })
            }}
          />
        ))}
      {timed && (
        <div className={styles.times}>
          <Field
            label={t.wizard.startTime}
            value={form.start}
            placeholder="0:00"
            inputMode="text"
            autoComplete="off"
            hint={t.wizard.timeHint}
            error={problems.start}
            onChange={({ currentTarget }) => change({ start: currentTarget.value })}
            onBlur={() => tidyTime('start')}
          />
          <Field
            label={t.wizard.endTime}
            value={form.end}
            placeholder={media.duration === undefined ? undefined : duration(media.duration)}
            inputMode="text"
            autoComplete="off"
            error={problems.end}
            onChange={({ currentTarget }) => change({ end: currentTarget.value })}
            onBlur={() => tidyTime('end')}
          />
        </div>
      )}
      {timed && form.mode !== 'challenge' && <Copies wizard={wizard} medium={medium} media={media} bead={bead} />}
    </>
  )
}
