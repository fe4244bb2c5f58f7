import { Link } from 'wouter'
import { messages } from '#contract/messages.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
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
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 tabIndex={-1} className={styles.heading}>
          {t.about.heading}
        </h1>
        <p className={styles.text}>{t.about.text}</p>
      </header>
      <ul className={styles.ideas}>
        {Object.entries(t.about.ideas).map(([id, { title, text }]) => (
          <li key={id} className={styles.idea}>
            <h2 className={styles.ideaTitle}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      {featuredIds.length > 0 && <Featured ids={featuredIds} />}
      {featured.team !== null && <Team id={featured.team} />}
      <Contacts contacts={contacts} />
      <p className={styles.legal}>{messages.supportedBrowsers}</p>
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
    </div>
  )
}
