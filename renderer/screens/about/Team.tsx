import { Link } from 'wouter'
import type { MemberRef } from '#contract/schemas.ts'
import { useBeadQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Image } from '#ui/Image.tsx'
import { Verified } from '#ui/Verified.tsx'
import styles from './Team.module.css'

/** The creator and the top curators of the team's playlist, with links to their profiles. `id` is the playlist's. */
export function Team({ id }: { id: string }) {
  const { data } = useBeadQuery({ params: { id } })
  if (!data) return null
  // Keyed by uid: the creator may also be a curator.
  const members = new Map<string, MemberRef>([data.creator, ...(data.topCurators?.curators ?? [])].map((member) => [member.uid, member]))
  return (
    <section className={styles.section} aria-labelledby="about-team">
      <h2 id="about-team">{t.about.team}</h2>
      <p className={styles.text}>{t.about.teamText}</p>
      <ul className={styles.grid}>
        {[...members.values()].map((member) => (
          <li key={member.uid}>
            <Link href={`/p/${member.uid}`} className={styles.member}>
              <Image
                src={member.image}
                alt=""
                ratio="1/1"
                seed={member.uid}
                className={styles.photo}
                glyph={<span className={styles.initial}>{[...member.name][0]}</span>}
              />
              <span className={styles.name}>
                {member.name}
                {member.verified && <Verified />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
