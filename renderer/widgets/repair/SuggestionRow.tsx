import { AudioLines, Headphones, Link2, Video, X } from 'lucide-react'
import { usePreviewQuery, type Replacement } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Image } from '#ui/Image.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import styles from './Repair.module.css'

interface SuggestionRowProps {
  result: Replacement
  busy: boolean
  /** The row's preview player is open. */
  isPreviewing: boolean
  error: string | null
  /** Opens the preview player of this link; null closes it. */
  onListen: (href: string | null) => void
  onAccept: (href: string) => void
  onReject: (href: string, rejected: boolean) => void
}

const glyphs = { video: Video, audio: AudioLines, image: Link2, webpage: Link2 }

/** A suggested replacement: preview, accept, reject; a rejected one can be restored. */
export function SuggestionRow({
  result: { href, title, author, source, type, duration: seconds, image, score, rejected },
  busy,
  isPreviewing,
  error,
  onListen,
  onAccept,
  onReject,
}: SuggestionRowProps) {
  return (
    <li className={styles.row} data-rejected={rejected ? '' : undefined}>
      <span className={styles.picture}>
        <Image src={image} alt="" seed={href} glyph={<Icon as={glyphs[type]} size={24} />} />
      </span>
      <div className={styles.text}>
        <a className={styles.name} href={href} target="_blank" rel="nofollow noopener">
          {title}
        </a>
        <p className={styles.details}>
          {[...new Set([author, source, seconds === undefined ? '' : duration(seconds)])].filter(Boolean).join(' · ')}
        </p>
        <p className={styles.match}>{rejected ? t.repair.rejected : t.repair.match(score)}</p>
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {rejected ? (
          <Button size="small" aria-label={t.repair.unrejectTitled(title)} onClick={() => onReject(href, false)}>
            {t.repair.unreject}
          </Button>
        ) : (
          <>
            <IconButton
              name={isPreviewing ? t.repair.stop(title) : t.repair.listen(title)}
              icon={<Icon as={isPreviewing ? X : Headphones} />}
              aria-expanded={isPreviewing}
              onClick={() => onListen(isPreviewing ? null : href)}
            />
            <Button
              size="small"
              kind="plain"
              disabled={busy}
              aria-label={t.repair.rejectTitled(title)}
              onClick={() => onReject(href, true)}
            >
              {t.repair.reject}
            </Button>
            <Button size="small" kind="primary" disabled={busy} aria-label={t.repair.acceptTitled(title)} onClick={() => onAccept(href)}>
              {t.repair.accept}
            </Button>
          </>
        )}
      </div>
      {isPreviewing && !rejected && <Preview href={href} title={title} />}
    </li>
  )
}

/** The provider's player as in link previews (I1). The markup is safe to insert: Strand's server generates it. */
function Preview({ href, title }: { href: string; title: string }) {
  const { data, isError } = usePreviewQuery({ body: { url: href } })
  if (isError || data?.condensed)
    return (
      <p className={styles.preview} role="status">
        {t.repair.previewFailed}
      </p>
    )
  if (!data)
    return (
      <div className={styles.preview}>
        <Spinner />
      </div>
    )
  return (
    <div className={styles.preview} role="group" aria-label={t.repair.previewOf(title)} dangerouslySetInnerHTML={{ __html: data.html }} />
  )
}
