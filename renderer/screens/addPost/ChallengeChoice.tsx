import { useId } from 'react'
import { tagKey } from '#contract/rules.ts'
import type { Skin } from '#contract/endpoints/site.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { withoutMedium } from './form.ts'
import type { WizardState } from './useWizard.ts'
import styles from './ChallengeChoice.module.css'

/** The skin of the partner whose challenge uses one of these tags. */
export function useChallenge(tags: readonly string[]): Skin | undefined {
  const { skins } = useSite()
  const keys = tags.map(tagKey)
  return skins.find((skin) => skin.tags.some((tag) => keys.includes(tagKey(tag))))
}

/**
 * In a partner's playlist, the choice between a plain post and an entry for the partner's challenge (E1). `tags` are
 * those of the playlist. An entry must be a video, so a medium of another type is removed.
 */
export function ChallengeChoice({ wizard: { form, change }, tags }: { wizard: WizardState; tags: readonly string[] }) {
  const skin = useChallenge(tags)
  const label = useId()
  if (!skin) return null
  const choices = [
    { mode: 'add', label: t.partner.plain },
    { mode: 'challenge', label: t.partner.enter(skin.name) },
  ] as const
  return (
    <div role="group" aria-labelledby={label} className={styles.choices}>
      <span id={label} className={styles.legend}>
        {t.partner.question}
      </span>
      {choices.map(({ mode, label: text }) => (
        <label key={mode} className={styles.choice}>
          <input
            type="radio"
            name="challenge"
            checked={form.mode === mode}
            onChange={() =>
              change({
                mode,
                ...(mode === 'challenge' && { kind: 'video' as const }),
                ...(mode === 'challenge' && form.media?.type !== 'video' && withoutMedium(form)),
              })
            }
          />
          {text}
        </label>
      ))}
    </div>
  )
}
