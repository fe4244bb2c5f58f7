import { t } from '#texts/index.ts'
import { wholePixels, type CropArea, type CropRules, type Size } from '#ui/crop.ts'
import { Cropper, CropPreview } from '#ui/Cropper.tsx'
import { Field } from '#ui/Field.tsx'
import { limits } from '#contract/limits.ts'
import styles from './CropStep.module.css'

/**
 * A selected picture with its crop area (in pixels of the picture) and its attribution: the owner's name and the source
 * address.
 */
export interface Cut {
  src: string
  size: Size
  crop: CropArea
  name: string
  url: string
}

/** Crop rules: a square of at least 200 by 200 of the picture's own pixels (B5, decision 18). */
export const squareOf = (image: Size): CropRules => ({ image, ratio: 1, minSize: limits.imageSize.bead[0] })

interface CropStepProps {
  cut: Cut
  errors: { name?: string | undefined; url?: string | undefined; crop?: string | undefined }
  /** The picture is being loaded and cropped. */
  busy: boolean
  onChange: (cut: Cut) => void
}

/** Crop step of a playlist's picture: canvas of 600 × 300 px, preview of 190 px, attribution (C2, B9). */
export function CropStep({ cut, errors, busy, onChange }: CropStepProps) {
  const rules = squareOf(cut.size)
  const { x, y, width, height } = wholePixels(cut.crop, rules)
  // Documented names of hidden inputs; the request is built from `cut`.
  const hidden = { cx: x, cy: y, dx: width, dy: height, attribution: cut.name, attributionURL: cut.url, imageFormat: 'jpg' }
  return (
    <div className={styles.step} aria-busy={busy || undefined}>
      <div className={styles.canvas}>
        <Cropper src={cut.src} rules={rules} crop={cut.crop} onChange={(crop) => onChange({ ...cut, crop })} />
      </div>
      <div className={styles.beside}>
        <figure className={styles.preview}>
          <div className={styles.square}>
            <CropPreview src={cut.src} rules={rules} crop={cut.crop} />
          </div>
          <figcaption className={styles.caption}>{t.pictures.preview}</figcaption>
        </figure>
        <div className={styles.fields}>
          <Field
            label={t.pictures.owner}
            value={cut.name}
            maxLength={200}
            autoComplete="off"
            error={errors.name}
            onChange={({ currentTarget: { value: name } }) => onChange({ ...cut, name })}
          />
          <Field
            label={t.pictures.source}
            inputMode="url"
            placeholder={t.pictures.sourcePlaceholder}
            value={cut.url}
            maxLength={limits.url}
            autoComplete="off"
            error={errors.url}
            onChange={({ currentTarget: { value: url } }) => onChange({ ...cut, url })}
          />
        </div>
      </div>
      <p role="alert" className={styles.problem}>
        {errors.crop}
      </p>
      <p role="status" className={styles.busy}>
        {busy ? t.pictures.processing : ''}
      </p>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </div>
  )
}
