import { useState } from 'react'
import { Link2, PenLine, Video, ImageIcon, X, type LucideIcon } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { isLargeChange, useDebouncedValue } from '#ui/useDebouncedValue.ts'
import { isEntry, kinds, type Kind } from './form.ts'
import { hostOf, joinLines, singleLinkIn, looksLikeLink, multipleLinksIn, type Entry } from './links.ts'
import { MediaPreview } from './MediaPreview.tsx'
import { SearchField } from './SearchField.tsx'
import { UploadField } from './UploadField.tsx'
import { useImages } from './useImages.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'
import styles from './MediaStep.module.css'

const MediaResults = lazyComponent(() => import('./MediaResults.tsx'))
const PictureResults = lazyComponent(() => import('./PictureResults.tsx'))
const PagePictures = lazyComponent(() => import('./PagePictures.tsx'))
const BulkPaste = lazyComponent(() => import('./BulkPaste.tsx'))

const glyphs: Record<Kind, LucideIcon> = { video: Video, image: ImageIcon, webpage: Link2, nomedia: PenLine }

interface MediaStepProps {
  wizard: WizardState
  medium: Medium
  initialBead: (Pick<Bead, 'id' | 'title'> & Partial<Bead>) | null
  onClose: () => void
  /** Called when the report on posted links appears or disappears; then the wizard has no next step. */
  onReportChange: (shown: boolean) => void
}

/** Chooses the medium (D2): search, paste, upload, or text only. */
export function MediaStep({ wizard, medium, initialBead: initialBead, onClose: onClose, onReportChange: onReportChange }: MediaStepProps) {
  const { form, change, problems, picture } = wizard
  const { lookup } = medium
  const images = useImages(wizard, medium)
  const debouncedQuery = useDebouncedValue(form.query.trim(), 450, isLargeChange)
  // The entries of the running or finished batch. The box, and so the draft, holds the remaining ones.
  const [bulkEntries, setBulkEntries] = useState<readonly Entry[] | null>(null)
  const [bulkKey, setBulkKey] = useState(0)
  const entries = form.mode === 'add' && form.kind !== 'image' ? (bulkEntries ?? multipleLinksIn(form.query)) : []
  const isBulk = entries.length > 0
  const offeredKinds = isEntry(form) ? (['video'] as const) : kinds

  if (form.media)
    return (
      <>
        <div className={styles.found}>
          <MediaPreview form={form} picture={picture} />
          <IconButton name={t.wizard.remove} icon={<Icon as={X} />} className={styles.remove} onClick={medium.remove} />
        </div>
        {problems.media !== undefined && (
          <p role="alert" className={styles.wrong}>
            {problems.media}
          </p>
        )}
      </>
    )

  const lookUp = (link: string) => {
    if (form.kind === 'image') void images.fromLink(link)
    else void medium.lookUp(link)
  }
  const reset = () => {
    if (bulkEntries !== null) setBulkKey(bulkKey + 1)
    setBulkEntries(null)
    medium.clear()
    images.clear()
  }
  const enterQuery = (query: string, pasted: boolean) => {
    reset()
    // Apps share one link with text around it: take the link only.
    const link = pasted ? singleLinkIn(query) : null
    change({ query: link ?? query })
    if (link !== null || (pasted && looksLikeLink(query) && multipleLinksIn(query).length === 0)) lookUp(link ?? query)
  }
  const problem = lookup.state === 'failed' ? lookup.message : (images.problem ?? problems.media)
  const searches = debouncedQuery !== '' && !looksLikeLink(debouncedQuery) && !isBulk
  const looking = lookup.state === 'looking' ? lookup.link : images.looking
  return (
    <>
      {offeredKinds.length > 1 && (
        <div role="radiogroup" aria-label={t.wizard.kind} className={styles.kinds}>
          {offeredKinds.map((kind) => (
            <label key={kind} className={styles.kind}>
              <input
                type="radio"
                name="kind"
                className={styles.radio}
                checked={form.kind === kind}
                onChange={() => {
                  reset()
                  change({ kind })
                }}
              />
              <Icon as={glyphs[kind]} size={18} />
              {t.wizard.kinds[kind]}
            </label>
          ))}
        </div>
      )}
      <SearchField
        value={form.query}
        problem={problem}
        hint={t.wizard.hints[form.kind]}
        hasLink={looksLikeLink(form.query) && !isBulk}
        onInput={enterQuery}
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
      {isBulk && (
        <BulkPaste
          key={bulkKey}
          entries={entries}
          initialBead={initialBead}
          me={wizard.me}
          onUnposted={(left) => {
            setBulkEntries(entries)
            change({ query: joinLines(left) })
          }}
          onDone={() => enterQuery(form.query, true)}
          onClose={onClose}
          onReportChange={onReportChange}
          fallback={<MediaSkeleton />}
        />
      )}
      {form.kind === 'image' && !searches && images.choices === null && (
        <UploadField onFile={(file) => void images.upload(file)} busy={images.reading} />
      )}
      {images.choices !== null && (
        <PagePictures choices={images.choices} onPick={(src) => void images.pick(src)} fallback={<MediaSkeleton />} />
      )}
      {searches && form.kind === 'image' && (
        <PictureResults
          query={debouncedQuery}
          busy={images.looking}
          onPick={(found) => void images.pickFound(found)}
          fallback={<MediaSkeleton />}
        />
      )}
      {searches && form.kind !== 'image' && form.kind !== 'nomedia' && (
        <MediaResults query={debouncedQuery} kind={form.kind} onPick={(link) => void medium.lookUp(link)} fallback={<MediaSkeleton />} />
      )}
    </>
  )
}

const MediaSkeleton = () => (
  <div className={styles.bone} aria-hidden="true">
    <Skeleton ratio="16/9" width="9rem" />
    <div className={styles.lines}>
      <Skeleton width="80%" height="1.1rem" />
      <Skeleton width="45%" height="0.9rem" />
    </div>
  </div>
)
