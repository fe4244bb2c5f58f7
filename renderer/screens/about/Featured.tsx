import { useBeadQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { BeadCard } from '#ui/BeadCard.tsx'
import { CardSkeleton } from '#ui/Card.tsx'
import styles from './Featured.module.css'

/** Strand's own playlists: blog, team and feedback. */
export const Featured = ({ ids }: { ids: readonly string[] }) => (
  <section className={styles.section} aria-labelledby="about-featured">
    <h2 id="about-featured">{t.about.featured}</h2>
    <ul className={styles.list}>
      {ids.map((id) => (
        <FeaturedBead key={id} id={id} />
      ))}
    </ul>
  </section>
)

/** One playlist; renders nothing if it cannot be loaded, for example because it was deleted. */
function FeaturedBead({ id }: { id: string }) {
  const { data, isLoading } = useBeadQuery({ params: { id } })
  if (!data && !isLoading) return null
  return (
    <li>
      {data ? (
        <>
          <BeadCard bead={data} eager />
          {data.description && <p className={styles.description}>{data.description}</p>}
        </>
      ) : (
        <CardSkeleton ratio="1/1" />
      )}
    </li>
  )
}
