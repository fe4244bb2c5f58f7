import { X } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { isEntry, kinds } from './form.ts'
import { KindField } from './KindField.tsx'
import { hostOf, looksLikeLink } from './links.ts'
import { MediaPreview } from './MediaPreview.tsx'
import { MediaSkeleton } from './MediaSkeleton.tsx'
import { MediaSources } from './MediaSources.tsx'
import { SearchField } from './SearchField.tsx'
import { useMediaBox } from './useMediaBox.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'
import styles from './MediaStep.module.css'

const BulkPaste = lazyComponent(() => import('./BulkPaste.tsx'))

interface MediaStepProps {
  wizard: WizardState
  medium: Medium
  initialBead: (Pick<Bead, 'id' | 'title'> & Partial<Bead>) | null
  onClose: () => void
  /** Called when the report on posted links appears or disappears. While it is shown, the wizard has no next step. */
  onReportChange: (isShown: boolean) => void
}

/** Chooses the medium (D2): search, paste, upload, or text only. */
export function MediaStep({ wizard, medium, initialBead, onClose, onReportChange }: MediaStepProps) {
  const { form, problems } = wizard
  const { lookup } = medium
  const box = useMediaBox(wizard, medium)
  const { images, lookUp } = box
  if (form.media) return <ChosenMedium wizard={wizard} onRemove={medium.remove} />

  const offeredKinds = isEntry(form) ? (['video'] as const) : kinds
  const problem = lookup.state === 'failed' ? lookup.message : (images.problem ?? problems.media)
  const looking = lookup.state === 'looking' ? lookup.link : images.looking
  return (
    <>
      {offeredKinds.length > 1 && <KindField kinds={offeredKinds} value={form.kind} onChange={box.chooseKind} />}
      <SearchField
        value={form.query}
        problem={problem}
        hint={t.wizard.hints[form.kind]}
        hasLink={looksLikeLink(form.query) && !box.isBulk}
        onInput={box.enterQuery}
        onLookUp={lookUp}
      />
      {problem !== undefined && looksLikeLink(form.query) && (
        <div>
          <Button size="small" onClick={() => lookUp(form.query)}>
            {t.common.retry}
          </Button>
        </div>
      )}
      <p role="status" className={styles.status}>
        {looking !== null && t.wizard.looking(hostOf(looking))}
      </p>
      {looking !== null && <MediaSkeleton />}
      {box.isBulk && (
        <BulkPaste
          key={box.bulkKey}
          entries={box.entries}
          initialBead={initialBead}
          me={wizard.me}
          onUnposted={box.keepUnposted}
          onDone={() => box.enterQuery(form.query, true)}
          onClose={onClose}
          onReportChange={onReportChange}
          fallback={<MediaSkeleton />}
        />
      )}
      <MediaSources kind={form.kind} searchWords={box.searchWords} images={images} onPick={(link) => void medium.lookUp(link)} />
    </>
  )
}

/** The chosen medium with its remove button. */
const ChosenMedium = ({ wizard: { form, picture, problems }, onRemove }: { wizard: WizardState; onRemove: () => void }) => (
  <>
    <div className={styles.found}>
      <MediaPreview form={form} picture={picture} />
      <IconButton name={t.wizard.remove} icon={<Icon as={X} />} className={styles.remove} onClick={onRemove} />
    </div>
    {problems.media !== undefined && (
      <p role="alert" className={styles.wrong}>
        {problems.media}
      </p>
    )}
  </>
)
