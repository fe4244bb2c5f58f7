import { useId, useState } from 'react'
import { usePicturesInfiniteQuery, type FoundPicture, type PictureSource } from '#data/pictures.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { usePictureDetails } from './details.ts'
import styles from './PictureSearch.module.css'

interface SourceResultsProps {
  source: PictureSource
  title: string
  query: string
  /** Id of the picture being loaded. */
  busy: string | null
  onPick: (picture: FoundPicture) => void
}

/** Results of one picture service: four at first, then up to three pages on request (B9). */
export function SourceResults({ source, title, query, busy, onPick }: SourceResultsProps) {
  const heading = useId()
  const details = usePictureDetails()
  const [opening, setOpening] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data, isFetching, isFetchingNextPage, isError, hasNextPage, fetchNextPage, refetch } = usePicturesInfiniteQuery({ source, query })
  const pages = data?.pages ?? []
  /** The service does not respond. */
  const down = isError || pages.some(({ outage }) => outage === true)
  // Unique by id. The second answer repeats the four results of the first, so it replaces them, unless it failed.
  const found = [
    ...new Map(
      (pages.length > 1 && !pages[1]!.outage ? pages.slice(1) : pages).flatMap(({ results }) => results).map((one) => [one.id, one]),
    ).values(),
  ]

  /**
   * Picks a picture, unless its licence forbids the use; the details are fetched first, because they may differ from
   * the result.
   */
  const pick = async (picture: FoundPicture) => {
    setRefusal(null)
    if (picture.copyright) return setRefusal(t.pictures.copyrighted(nameOf(picture)))
    setOpening(picture.id)
    const detailed = await details(picture)
    setOpening(null)
    if (detailed.copyright) setRefusal(t.pictures.copyrighted(nameOf(detailed)))
    else onPick(detailed)
  }

  return (
    <section className={styles.source} aria-labelledby={heading}>
      <h3 id={heading} className={styles.title}>
        {title}
      </h3>
      {found.length > 0 && (
        <ul className={styles.grid}>
          {found.map((picture) => (
            <li key={picture.id}>
              <button
                type="button"
                className={styles.tile}
                aria-disabled={picture.copyright || undefined}
                aria-busy={opening === picture.id || busy === picture.id || undefined}
                aria-label={
                  picture.copyright
                    ? t.pictures.copyrightedTile(nameOf(picture), picture.author)
                    : t.pictures.tile(nameOf(picture), picture.author)
                }
                title={`${nameOf(picture)} · ${picture.license.name}`}
                onClick={() => {
                  if (opening === null) void pick(picture)
                }}
              >
                <Image src={picture.thumbnail} alt="" ratio="1/1" seed={picture.id} />
                {picture.copyright && <span className={styles.mark}>{t.pictures.copyright}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFetching && found.length === 0 && (
        <SkeletonGroup label={t.pictures.searching(title)} className={styles.grid}>
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} ratio="1/1" />
          ))}
        </SkeletonGroup>
      )}
      <p role="status" className={styles.hint}>
        {refusal ?? (isFetching || found.length > 0 || down ? '' : t.pictures.nothing)}
      </p>
      {down && !isFetching && (
        <p className={styles.down}>
          <span role="alert">{t.pictures.outage(title)}</span>
          <Button size="small" onClick={() => void refetch()}>
            {t.common.retry}
          </Button>
        </p>
      )}
      {hasNextPage && !down && (
        <div>
          <Button size="small" busy={isFetchingNextPage} aria-label={t.pictures.moreOf(title)} onClick={() => void fetchNextPage()}>
            {t.pictures.more}
          </Button>
        </div>
      )}
    </section>
  )
}

const nameOf = ({ title }: FoundPicture): string => title || t.pictures.untitled
