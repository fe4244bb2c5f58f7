import { Mail, Megaphone } from 'lucide-react'
import type { Site } from '#contract/endpoints/site.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Contacts.module.css'

/** The addresses for general and for media inquiries. Without its own address, media gets the general one. */
export function Contacts({ contacts: { general, media } }: { contacts: Site['contacts'] }) {
  return (
    <section className={styles.section} aria-labelledby="about-contact">
      <h2 id="about-contact">{t.about.contact}</h2>
      <dl className={styles.lines}>
        <Line icon={Mail} label={t.about.general} address={general} />
        <Line icon={Megaphone} label={t.about.media} address={media ?? general} />
      </dl>
    </section>
  )
}

const Line = ({ icon, label, address }: { icon: typeof Mail; label: string; address: string | null }) => (
  <div className={styles.line}>
    <dt className={styles.what}>
      <Icon as={icon} />
      {label}
    </dt>
    <dd className={address === null ? styles.none : styles.address}>
      {address === null ? t.about.noAddress : <a href={`mailto:${address}`}>{address}</a>}
    </dd>
  </div>
)
