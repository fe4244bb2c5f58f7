import { ExternalLink, Film, Music, Pause, Play, Plus } from 'lucide-react'
import type { MediaFind } from '#contract/endpoints/mediasearch.ts'
import { useIntent, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { useWebPlay } from './useWebPlay.ts'
import styles from './WebResults.module.css'

/** What other services have: to play here, to look at there, to post. */
export const WebResults = ({ finds }: { finds: readonly MediaFind[] }) => (
  <ul className={styles.finds}>
    {finds.map((find) => (
      <li key={find._id}>
        <WebResult find={find} />
      </li>
    ))}
  </ul>
)

function WebResult({ find }: { find: MediaFind }) {
  const { playback, busy, toggle } = useWebPlay(find)
  const intend = useIntent()
  const { readOnly } = useSite()
  const playing = playback === 'playing'
  const site = t.search.sourceNames[find.source]
  const facts = [find.author, site, find.viewCount === undefined ? undefined : t.search.views(find.viewCount)].filter(
    (fact) => fact !== undefined,
  )
  return (
    <article className={classes(styles.find, playback !== 'off' && styles.playing)}>
      <div className={styles.media}>
        <Image
          src={find.image}
          alt=""
          seed={find._id}
          glyph={<Icon as={find.type === 'audio' ? Music : Film} size={28} />}
          className={styles.image}
        />
        <IconButton
          className={styles.play}
          name={playing ? t.search.pauseFind(find.title) : t.search.playFind(find.title)}
          icon={busy ? <Spinner /> : <Icon as={playing ? Pause : Play} fill="currentColor" />}
          look={playback === 'off' ? 'over' : 'filled'}
          aria-busy={busy || undefined}
          onClick={toggle}
        />
        {find.duration !== undefined && <span className={styles.duration}>{duration(find.duration)}</span>}
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <a href={find.href} target="_blank" rel="noopener noreferrer" title={find.title}>
            {find.title}
          </a>
        </h3>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <div className={styles.acts}>
          {!readOnly && (
            <IconButton
              name={`${t.search.addToPlaylist}: ${find.title}`}
              icon={<Icon as={Plus} />}
              onClick={() => intend({ type: 'addpost', link: find.href })}
            />
          )}
          <a
            className={styles.open}
            href={find.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${t.search.openAt(site)}: ${find.title}`}
            title={t.search.openAt(site)}
          >
            <Icon as={ExternalLink} />
          </a>
        </div>
      </div>
    </article>
  )
}

export const WebSkeletons = ({ count }: { count: number }) => (
  <SkeletonGroup label={t.search.loading(t.search.web)} className={styles.finds}>
    {Array.from({ length: count }, (_, n) => (
      <div key={n} className={styles.find}>
        <div className={styles.media}>
          <Skeleton ratio="16/9" className={styles.image} />
        </div>
        <div className={styles.bones}>
          <Skeleton width="85%" height="1.1rem" />
          <Skeleton width="55%" height="0.85rem" />
        </div>
      </div>
    ))}
  </SkeletonGroup>
)
