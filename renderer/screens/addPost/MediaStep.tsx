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
import { hostOf, joinLines, loneLink, looksLikeLink, severalIn, type Entry } from './links.ts'
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
  known: (Pick<Bead, 'id' | 'title'> & Partial<Bead>) | null
  onLeave: () => void
  /** Whether the report on several posted links is shown: nothing is left to go on with. */
  onReport: (shown: boolean) => void
}

/** What the post is about (D2): looked for, pasted, uploaded, or nothing but words. */
export function MediaStep({ wizard, medium, known, onLeave, onReport }: MediaStepProps) {
  const { form, change, problems, picture } = wizard
  const { lookup } = medium
  const images = useImages(wizard, medium)
  const asked = useDebouncedValue(form.query.trim(), 450, isLargeChange)
  // Links that are being posted, or were: the box then holds those that are left, and with it the draft.
  const [begun, setBegun] = useState<readonly Entry[] | null>(null)
  const [round, setRound] = useState(0)
  const several = form.mode === 'add' && form.kind !== 'image' ? (begun ?? severalIn(form.query)) : []
  const isBulk = several.length > 0
  const offered = isEntry(form) ? (['video'] as const) : kinds

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

  const lookAt = (link: string) => {
    if (form.kind === 'image') void images.fromLink(link)
    else void medium.lookUp(link)
  }
  const anew = () => {
    if (begun !== null) setRound(round + 1)
    setBegun(null)
    medium.clear()
    images.clear()
  }
  const write = (query: string, pasted: boolean) => {
    anew()
    // Words around one pasted link are what some app said of it.
    const link = pasted ? loneLink(query) : null
    change({ query: link ?? query })
    if (link !== null || (pasted && looksLikeLink(query) && severalIn(query).length === 0)) lookAt(link ?? query)
  }
  const problem = lookup.state === 'failed' ? lookup.message : (images.problem ?? problems.media)
  const searches = asked !== '' && !looksLikeLink(asked) && !isBulk
  const looking = lookup.state === 'looking' ? lookup.link : images.looking
  return (
    <>
      {offered.length > 1 && (
        <div role="radiogroup" aria-label={t.wizard.kind} className={styles.kinds}>
          {offered.map((kind) => (
            <label key={kind} className={styles.kind}>
              <input
                type="radio"
                name="kind"
                className={styles.radio}
                checked={form.kind === kind}
                onChange={() => {
                  anew()
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
        link={looksLikeLink(form.query) && !isBulk}
        onWrite={write}
        onLook={lookAt}
      />
      {problem !== undefined && looksLikeLink(form.query) && (
        <div>
          <Button size="small" onClick={() => lookAt(form.query)}>
            {t.common.retry}
          </Button>
        </div>
      )}
      <p role="status" className={styles.status}>
        {looking !== null && t.wizard.looking(hostOf(looking))}
      </p>
      {looking !== null && <Bone />}
      {isBulk && (
        <BulkPaste
          key={round}
          entries={several}
          known={known}
          me={wizard.me}
          onLeft={(left) => {
            setBegun(several)
            change({ query: joinLines(left) })
          }}
          onDone={() => write(form.query, true)}
          onLeave={onLeave}
          onReport={onReport}
          fallback={<Bone />}
        />
      )}
      {form.kind === 'image' && !searches && images.choices === null && (
        <UploadField onFile={(file) => void images.upload(file)} busy={images.reading} />
      )}
      {images.choices !== null && <PagePictures of={images.choices} onPick={(src) => void images.pick(src)} fallback={<Bone />} />}
      {searches && form.kind === 'image' && (
        <PictureResults query={asked} busy={images.looking} onPick={(found) => void images.pickFound(found)} fallback={<Bone />} />
      )}
      {searches && form.kind !== 'image' && form.kind !== 'nomedia' && (
        <MediaResults query={asked} kind={form.kind} onPick={(link) => void medium.lookUp(link)} fallback={<Bone />} />
      )}
    </>
  )
}

const Bone = () => (
  <div className={styles.bone} aria-hidden="true">
    <Skeleton ratio="16/9" width="9rem" />
    <div className={styles.lines}>
      <Skeleton width="80%" height="1.1rem" />
      <Skeleton width="45%" height="0.9rem" />
    </div>
  </div>
)
