import { useId, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { t } from '#texts/index.ts'
import {
  centredCrop,
  corners,
  keyWay,
  movedCrop,
  resizedCrop,
  scaledCrop,
  wholePixels,
  widths,
  type Corner,
  type CropArea,
  type CropRules,
} from './crop.ts'
import { Slider } from './Slider.tsx'
import styles from './Cropper.module.css'

interface CropperProps {
  /** The whole picture as a `data:` address: the content security policy does not allow `blob:`. */
  src: string
  rules: CropRules
  crop: CropArea
  onChange: (crop: CropArea) => void
}

interface Held {
  corner: Corner | null
  from: CropArea
  x: number
  y: number
}

/**
 * Selects the crop of a picture: drag the frame or its corners, move it with the arrow keys, or tap to place it and size it with a
 * slider.
 */
export function Cropper({ src, rules, crop, onChange }: CropperProps) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLButtonElement>(null)
  const held = useRef<Held | null>(null)
  const facts = useId()
  const hint = useId()
  const { image } = rules
  const place = {
    insetInlineStart: `${(crop.x / image.width) * 100}%`,
    insetBlockStart: `${(crop.y / image.height) * 100}%`,
    inlineSize: `${(crop.width / image.width) * 100}%`,
    blockSize: `${(crop.height / image.height) * 100}%`,
  }
  const [least, most] = widths(rules)
  const whole = wholePixels(crop, rules)

  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (!stage.current || event.button !== 0) return
    const box = stage.current.getBoundingClientRect()
    const corner = (event.target as HTMLElement).dataset['corner'] as Corner | undefined
    let from = crop
    if (corner === undefined && event.target !== frame.current) {
      const scale = image.width / box.width
      from = centredCrop(crop, (event.clientX - box.x) * scale, (event.clientY - box.y) * scale, rules)
      onChange(from)
    }
    const handle = corner === undefined ? frame.current : (event.target as HTMLElement)
    handle?.focus({ preventScroll: true })
    held.current = { corner: corner ?? null, from, x: event.clientX, y: event.clientY }
    stage.current.setPointerCapture(event.pointerId)
  }
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    if (!held.current || !stage.current) return
    const { corner, from, x, y } = held.current
    const scale = image.width / stage.current.getBoundingClientRect().width
    const way = [(event.clientX - x) * scale, (event.clientY - y) * scale] as const
    onChange(corner === null ? movedCrop(from, ...way, rules) : resizedCrop(from, corner, ...way, rules))
  }
  const release = () => {
    held.current = null
  }
  const byKey = (event: KeyboardEvent, corner: Corner | null) => {
    const way = keyWay(event.key, event.shiftKey, image)
    if (!way) return
    event.preventDefault()
    onChange(corner === null ? movedCrop(crop, way.dx, way.dy, rules) : resizedCrop(crop, corner, way.dx, way.dy, rules))
  }

  return (
    <div className={styles.cropper}>
      {/* Pictures are not mirrored in right-to-left layouts. */}
      <div
        ref={stage}
        dir="ltr"
        className={styles.stage}
        style={{ '--image-ratio': image.width / image.height } as CSSProperties}
        onPointerDown={press}
        // `press` has set the focus; with pointer capture the mouse would move it to the dialog.
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={pull}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <img src={src} alt="" className={styles.picture} draggable={false} />
        <div className={styles.shade} aria-hidden="true">
          <div className={styles.hole} style={place} />
        </div>
        <button
          ref={frame}
          type="button"
          className={styles.frame}
          style={place}
          aria-label={t.crop.frame}
          aria-describedby={facts}
          onKeyDown={(event) => byKey(event, null)}
        />
        {corners.map((corner) => (
          <button
            key={corner}
            type="button"
            className={styles.corner}
            data-corner={corner}
            style={{
              insetInlineStart: `${((crop.x + (corner.endsWith('e') ? crop.width : 0)) / image.width) * 100}%`,
              insetBlockStart: `${((crop.y + (corner.startsWith('s') ? crop.height : 0)) / image.height) * 100}%`,
            }}
            aria-label={t.crop.corner[corner]}
            aria-describedby={hint}
            onKeyDown={(event) => byKey(event, corner)}
          />
        ))}
      </div>
      <span id={hint} hidden>
        {t.crop.cornerHint}
      </span>
      <Slider
        name={t.crop.size}
        value={crop.width - least}
        max={most - least}
        disabled={most === least}
        valueText={(value) => t.crop.sizeText(Math.round(value + least), Math.round((value + least) / rules.ratio))}
        onMove={(value) => onChange(scaledCrop(crop, value + least, rules))}
      />
      <p id={facts} className={styles.facts} role="status">
        {t.crop.facts(whole.width, whole.height, whole.x, whole.y)}
      </p>
    </div>
  )
}

/** Preview of the crop, filling its container. */
export function CropPreview({ src, rules: { image }, crop, round = false }: Omit<CropperProps, 'onChange'> & { round?: boolean }) {
  return (
    <div className={styles.preview} style={{ aspectRatio: crop.width / crop.height }} data-round={round || undefined} dir="ltr">
      <img
        src={src}
        alt=""
        draggable={false}
        style={{
          inlineSize: `${(image.width / crop.width) * 100}%`,
          insetInlineStart: `${(-crop.x / crop.width) * 100}%`,
          insetBlockStart: `${(-crop.y / crop.height) * 100}%`,
        }}
      />
    </div>
  )
}
