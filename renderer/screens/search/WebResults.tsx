import { ExternalLink, Film, Music, Pause, Play, Plus } from 'lucide-react'
import type { MediaResult } from '#contract/endpoints/mediasearch.ts'
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

/** Results of other services. Each can be played here, opened at the service, or added to a playlist. */
export const WebResults = ({ results }: { results: readonly MediaResult[] }) => (
  <ul className={styles.results}>
    {results.map((result) => (
      <li key={result._id}>
        <WebResult result={result} />
      </li>
    ))}
  </ul>
)

function WebResult({ result }: { result: MediaResult }) {
  const { playback, busy, toggle } = useWebPlay(result)
  const intend = useIntent()
  const { readOnly } = useSite()
  const playing = playback === 'playing'
  const site = t.search.sourceNames[result.source]
  const facts = [result.author, site, result.viewCount === undefined ? undefined : t.search.views(result.viewCount)].filter(
    (fact) => fact !== undefined,
  )
  return (
    <article className={classes(styles.find, playback !== 'off' && styles.playing)}>
      <div className={styles.media}>
        <Image
          src={result.image}
          alt=""
          seed={result._id}
          glyph={<Icon as={result.type === 'audio' ? Music : Film} size={28} />}
          className={styles.image}
        />
        <IconButton
          className={styles.play}
          name={playing ? t.search.pauseFind(result.title) : t.search.playFind(result.title)}
          icon={busy ? <Spinner /> : <Icon as={playing ? Pause : Play} fill="currentColor" />}
          look={playback === 'off' ? 'over' : 'filled'}
          aria-busy={busy || undefined}
          data-plays=""
          onClick={toggle}
        />
        {result.duration !== undefined && <span className={styles.duration}>{duration(result.duration)}</span>}
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <a href={result.href} target="_blank" rel="noopener noreferrer" title={result.title}>
            {result.title}
          </a>
        </h3>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <div className={styles.acts}>
          {!readOnly && (
            <IconButton
              name={`${t.search.addToPlaylist}: ${result.title}`}
              icon={<Icon as={Plus} />}
              onClick={() => intend({ type: 'addpost', link: result.href })}
            />
          )}
          <a
            className={styles.open}
            href={result.href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${t.search.openAt(site)}: ${result.title}`}
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
  <SkeletonGroup label={t.search.loading(t.search.web)} className={styles.results} count={count}>
    <div className={styles.find}>
      <div className={styles.media}>
        <Skeleton ratio="16/9" className={styles.image} />
      </div>
      <div className={styles.skeleton}>
        <Skeleton width="85%" height="1.1rem" />
        <Skeleton width="55%" height="0.85rem" />
      </div>
    </div>
  </SkeletonGroup>
)
