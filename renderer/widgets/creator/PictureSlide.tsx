import type { Ref } from 'react'
import { Crop, Trash2, Undo2 } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { CropStep, PictureSearch } from '../pictures/index.ts'
import type { BeadFormState } from './useBeadForm.ts'
import styles from './BeadDialog.module.css'

interface PictureSlideProps {
  state: BeadFormState
  /** The playlist being edited; null for a new one. */
  bead: Bead | null
  ref?: Ref<HTMLInputElement>
}

/** Second step: search for a picture or paste its address, then crop it (C2). */
export function PictureSlide({ state, bead, ref }: PictureSlideProps) {
  const { form, change, errors, busy, canSkip } = state
  const { query, setQuery, opening, problem, pick, paste, recrop } = state.choice
  const { picture } = form
  // Browser tests read `data-state`.
  if (picture)
    return (
      <div data-state="inSearch">
        <CropStep cut={picture} errors={errors} busy={busy} onChange={(cut) => change({ picture: { ...picture, ...cut } })} />
      </div>
    )
  return (
    <div className={styles.choice} data-state={query === '' ? 'initial' : 'search'}>
      {bead?.image != null && (
        <div className={styles.present}>
          <span className={styles.presentPicture}>
            <Image src={form.removed ? null : bead.image} alt={form.removed ? '' : t.creator.present} ratio="1/1" seed={bead.id} />
          </span>
          <div className={styles.presentActs}>
            {recrop && !form.removed && (
              <Button icon={<Icon as={Crop} size={18} />} busy={opening === 'own'} onClick={recrop}>
                {t.creator.recrop}
              </Button>
            )}
            {/* Members who may skip the picture may also remove the current one (decision 17). */}
            {canSkip && (
              <Button icon={<Icon as={form.removed ? Undo2 : Trash2} size={18} />} onClick={() => change({ removed: !form.removed })}>
                {form.removed ? t.creator.keepPicture : t.creator.removePicture}
              </Button>
            )}
            <p role="status" className={styles.presentNote}>
              {form.removed && t.creator.pictureGoes}
            </p>
          </div>
        </div>
      )}
      <PictureSearch
        ref={ref}
        query={query}
        onSearch={setQuery}
        onPick={pick}
        onAddress={canSkip ? paste : undefined}
        problem={problem}
        busy={opening}
      />
    </div>
  )
}
