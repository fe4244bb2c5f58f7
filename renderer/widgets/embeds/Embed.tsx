import { useId, useRef, useState, type CSSProperties } from 'react'
import { ChevronDown, ChevronRight, ExternalLink, Play } from 'lucide-react'
import { useDispatch } from 'react-redux'
import type { Embedded } from '#data/embeds.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { extractPlayer, type EmbeddedPlayer } from './links.ts'
import styles from './Embeds.module.css'

/** Default height in percent of the width (B9). */
const defaultRatio = 56

/** The address if it is an HTTP(S) URL: previews contain data of other sites. */
const webAddress = (address: string): string | null => (/^https?:\/\//i.test(address) && URL.canParse(address) ? address : null)
/** The address if it is an HTTPS URL or a path of this site. */
const pictureAddress = (address: string | undefined): string | undefined =>
  address !== undefined && /^(https:\/\/|\/(?![/\\]))/i.test(address) ? address : undefined

/**
 * Preview of a link: the title toggles it, a click on the thumbnail starts playback. The provider's player is not
 * loaded before that click. `condensed`: the preview starts collapsed.
 */
export function Embed({ embed, condensed }: { embed: Embedded; condensed: boolean }) {
  const id = useId()
  const [open, setOpen] = useState(!condensed)
  const href = webAddress(embed.url)
  // There is nothing to show but the link, which is in the text.
  if (href === null || (embed.inlineEmbedError !== undefined && embed.image === undefined)) return null
  const { title, provider_name: site } = embed
  return (
    <article className={styles.embed}>
      <p className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={open}
          aria-controls={id}
          title={open ? t.embeds.hide(title) : t.embeds.show(title)}
          onClick={() => setOpen(!open)}
        >
          <Icon as={open ? ChevronDown : ChevronRight} size={18} />
          <span className={styles.words}>{title}</span>
        </button>
        <span className={styles.site}>{site}</span>
      </p>
      <div id={id} hidden={!open} className={styles.body}>
        {open && (embed.condensed ? <Card embed={embed} href={href} /> : <Player embed={embed} href={href} />)}
      </div>
    </article>
  )
}

function Player({ embed, href }: { embed: Embedded; href: string }) {
  const dispatch = useDispatch()
  const [medium, setMedium] = useState<EmbeddedPlayer | 'nothing' | null>(null)
  const { title, provider_name: site } = embed
  const box = useRef<HTMLDivElement>(null)
  // The play button is unmounted; keep the keyboard focus in the box.
  useFocusFallback(box, () => box.current)
  const play = () => {
    const found = extractPlayer(embed.html, location.origin)
    // Only one medium plays at a time.
    if (found && found.kind !== 'image') dispatch(player.pause())
    setMedium(found ?? 'nothing')
  }
  return (
    <>
      <div
        ref={box}
        tabIndex={-1}
        className={styles.box}
        style={{ '--ratio': embed.ratio > 0 ? embed.ratio : defaultRatio } as CSSProperties}
      >
        {medium === 'nothing' ? (
          <p className={styles.nothing} role="alert">
            {t.embeds.failed}
          </p>
        ) : medium ? (
          <Medium player={medium} title={title} />
        ) : (
          <button type="button" className={styles.thumbnail} aria-label={t.embeds.play(title, site)} onClick={play}>
            <Image src={pictureAddress(embed.thumbnail_url ?? embed.image)} alt="" ratio="fill" seed={href} />
            <span className={styles.play}>
              <Icon as={Play} size={28} fill="currentColor" />
            </span>
          </button>
        )}
      </div>
      <Source href={href} site={site} />
    </>
  )
}

function Medium({ player: { kind, src }, title }: { player: EmbeddedPlayer; title: string }) {
  if (kind === 'image') return <img className={styles.medium} src={src} alt={title} />
  if (kind === 'video') return <video className={styles.medium} src={src} controls autoPlay aria-label={title} />
  if (kind === 'audio') return <audio className={styles.sound} src={src} controls autoPlay aria-label={title} />
  return (
    <iframe
      className={styles.medium}
      src={src}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      // YouTube refuses playback without a referrer (BY1).
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    />
  )
}

/** Preview of a web page: image, description, link. */
const Card = ({ embed, href }: { embed: Embedded; href: string }) => {
  const image = pictureAddress(embed.image)
  return (
    <>
      {(image !== undefined || embed.description !== '') && (
        <div className={styles.card}>
          {image !== undefined && (
            <span className={styles.picture}>
              <Image src={image} alt="" seed={href} />
            </span>
          )}
          {embed.description !== '' && <p className={styles.description}>{embed.description}</p>}
        </div>
      )}
      <Source href={href} site={embed.provider_name} />
    </>
  )
}

const Source = ({ href, site }: { href: string; site: string }) => (
  <a className={styles.source} href={href} target="_blank" rel="nofollow noopener">
    {t.embeds.openAt(site)}
    <Icon as={ExternalLink} size={16} />
  </a>
)
