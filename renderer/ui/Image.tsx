import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { ImageOff } from 'lucide-react'
import { classes } from './classes.ts'
import { hueOf } from './hue.ts'
import { useIsHydrated } from './hydration.ts'
import { Icon } from './Icon.tsx'
import styles from './Image.module.css'

const retries = 3
const retryDelay = 3000
/** Above this ratio (width by height) the important part is usually left of the centre (B9). */
const wide = 1.7

export interface ImageProps {
  src: string | null | undefined
  /** '' if adjacent text already describes it. */
  alt: string
  /** Ratio of the box (width by height), which is laid out before the picture loads. */
  ratio?: '16/9' | '13/5' | '1/1' | 'fill'
  fit?: 'cover' | 'contain'
  /** Determines the placeholder's colour: an id, so that an entity always has the same one. */
  seed?: string
  /** In the first viewport: load at once. */
  eager?: boolean
  /** Shown if there is no picture. */
  glyph?: ReactNode
  className?: string
}

/** A picture in a box of fixed ratio, so that loading causes no layout shift; retries 3 times, 3 s apart (A9). */
export function Image({ src, alt, ratio = '16/9', fit = 'cover', seed, eager = false, glyph, className }: ImageProps) {
  return (
    <span
      className={classes(styles.box, ratio === 'fill' && styles.fill, className)}
      style={{ '--ratio': ratio === 'fill' ? 'auto' : ratio, '--hue': hueOf(seed ?? src ?? alt) } as CSSProperties}
    >
      {src ? (
        <Picture key={src} src={src} alt={alt} fit={fit} eager={eager} shifts={ratio === '16/9' || ratio === '13/5'} />
      ) : (
        <span className={styles.glyph}>{glyph}</span>
      )}
    </span>
  )
}

function Picture({
  src,
  alt,
  fit,
  eager,
  shifts,
}: {
  src: string
  alt: string
  fit: 'cover' | 'contain'
  eager: boolean
  shifts: boolean
}) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'loaded' | 'retrying' | 'failed'>('loading')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const element = useRef<HTMLImageElement>(null)
  const isHydrated = useIsHydrated()
  // Visible before and without scripts.
  const [isFromServer] = useState(!isHydrated)
  useEffect(() => () => clearTimeout(timer.current), [])

  const failed = () => {
    if (attempt >= retries) setState('failed')
    else {
      setState('retrying')
      timer.current = setTimeout(() => setAttempt(attempt + 1), retryDelay)
    }
  }

  const failedEarly = useEffectEvent(failed)
  useEffect(() => {
    // Failed before React attached listeners.
    if (isFromServer && element.current?.complete && element.current.naturalWidth === 0) failedEarly()
  }, [isFromServer])

  const loaded = (image: HTMLImageElement) => {
    if (shifts && image.naturalWidth / image.naturalHeight > wide) image.style.objectPosition = '40% 50%'
    setState('loaded')
  }

  if (state === 'failed')
    return (
      <span className={styles.glyph} role={alt ? 'img' : undefined} aria-label={alt || undefined}>
        <Icon as={ImageOff} />
      </span>
    )
  return (
    <img
      // A new element repeats the request; the address must not change, since it may be signed.
      key={attempt}
      ref={(image) => {
        element.current = image
        // A cached picture can be complete before React attaches listeners.
        if (image?.complete && image.naturalWidth > 0) loaded(image)
      }}
      className={classes(
        styles.picture,
        (eager || isFromServer) && styles.eager,
        state === 'loaded' && styles.loaded,
        state === 'retrying' && styles.retrying,
      )}
      style={{ objectFit: fit }}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) => loaded(currentTarget)}
      onError={failed}
    />
  )
}
