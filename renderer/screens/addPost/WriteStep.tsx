import { useState } from 'react'
import { Link2 } from 'lucide-react'
import type { Me } from '#contract/schemas.ts'
import { useBeadQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent, type LazyProps } from '#ui/lazyComponent.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TagChooser, TextAutocomplete } from '#widgets/lookup/index.ts'
import { HeadlineField } from '#widgets/post/index.ts'
import { MediaPreview } from './MediaPreview.tsx'
import { headlineOf } from './form.ts'
import type { WizardState } from './useWizard.ts'
import styles from './WriteStep.module.css'

/** Loaded separately: the rich-text editor is larger than the rest of the wizard. */
export const TextField = lazyComponent(() => import('#ui/RichTextField.tsx').then(({ RichTextField }) => ({ default: RichTextField })))

/** Headline, text, tags and auto-share. */
export function WriteStep({ wizard: { form, facts, problems, picture, change }, me }: { wizard: WizardState; me: Me }) {
  const waiting = useEditorFallback()
  return (
    <>
      {form.media && <MediaPreview form={form} picture={picture} />}
      {facts.textOnly && (
        <div>
          <Button
            size="small"
            kind="plain"
            className={styles.turn}
            icon={<Icon as={Link2} size={18} />}
            onClick={() => change({ kind: 'video', step: 'media', preview: false })}
          >
            {t.wizard.withMedia}
          </Button>
        </div>
      )}
      <HeadlineField ref={null} value={headlineOf(form)} error={problems.title} onChange={(title) => change({ title })} />
      <TextAutocomplete>
        <TextField
          {...waiting}
          label={t.wizard.text}
          initial={form.text}
          placeholder={t.wizard.textPlaceholder}
          error={problems.text}
          onChange={(text) => change({ text })}
        />
      </TextAutocomplete>
      <TagChooser
        spaces
        label={t.wizard.tags}
        hint={t.wizard.tagsHint}
        value={form.tags}
        onChange={(tags) => change({ tags, proposed: form.proposed.filter((tag) => tags.includes(tag)) })}
      />
      {form.mode === 'add' && form.bead && <AutoShare me={me} form={form} change={change} />}
    </>
  )
}

/** Fallback while the editor loads, with a retry if that fails. */
function useEditorFallback(): LazyProps {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(-1)
  const fallback =
    failed === attempt ? (
      <ErrorState message={t.common.serverError} onRetry={() => setAttempt(attempt + 1)} />
    ) : (
      <SkeletonGroup label={t.common.loading}>
        <Skeleton width="4rem" height="2rem" />
        <Skeleton height="6rem" />
      </SkeletonGroup>
    )
  return { fallback, again: attempt, onFailed: () => setFailed(attempt) }
}

/** The choice of connected networks to share the post to (D8). Posts in a playlist draft are not shared. */
function AutoShare({ me, form, change }: { me: Me } & Pick<WizardState, 'form' | 'change'>) {
  const { data: bead } = useBeadQuery({ params: { id: form.bead!.id } })
  const networks = [...(me.facebookInfo ? (['facebook'] as const) : []), ...(me.twitterInfo ? (['twitter'] as const) : [])]
  if (networks.length === 0 || !bead || bead.isDraft) return null
  const shareText = bead.partnerMetaData?.onPostShare
  return (
    <fieldset className={styles.share}>
      <legend className={styles.legend}>{t.wizard.share}</legend>
      {networks.map((network) => (
        <Checkbox
          key={network}
          label={t.common.networks[network]}
          checked={form[network]}
          onChange={(checked) => change({ [network]: checked })}
        />
      ))}
      {shareText && (form.facebook || form.twitter) && (
        <blockquote className={styles.own} aria-label={t.wizard.shareText}>
          <p className={styles.ownTitle}>{shareText.title}</p>
          <p>{shareText.description}</p>
        </blockquote>
      )}
    </fieldset>
  )
}
