import { Link } from 'wouter'
import { browserWords } from '#contract/messages.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { InfoPage, Points } from '#ui/InfoPage.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Contacts } from './Contacts.tsx'
import { Featured } from './Featured.tsx'
import { Team } from './Team.tsx'
import styles from './AboutScreen.module.css'

/** About page (R2): the idea, the team and contact addresses. */
export default function AboutScreen() {
  usePageTitle(t.about.title)
  const { featured, contacts } = useSite()
  const featuredIds = [featured.blog, featured.team, featured.feedback].filter((id) => id !== null)
  return (
    <InfoPage heading={t.about.heading} lead={t.about.text}>
      <Points list={Object.values(t.about.ideas)} level={2} />
      {featuredIds.length > 0 && <Featured ids={featuredIds} />}
      {featured.team !== null && <Team id={featured.team} />}
      <Contacts contacts={contacts} />
      <footer className={styles.end}>
        <p>{browserWords.supported}</p>
        <ul className={styles.links}>
          <li>
            <Link href="/bookmarklet">{t.about.bookmarklet}</Link>
          </li>
          <li>
            <Link href="/embedfaqs">{t.about.embedFaqs}</Link>
          </li>
          <li>
            <Link href="/tos">{t.about.legal}</Link>
          </li>
        </ul>
      </footer>
    </InfoPage>
  )
}
