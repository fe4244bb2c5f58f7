import { Link } from 'wouter'
import { Laptop, MonitorDown, Smartphone, type LucideIcon } from 'lucide-react'
import { pageTitles } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { usePageTitle } from '#ui/page.ts'
import { CodeField } from './CodeField.tsx'
import { DragLink } from './DragLink.tsx'
import styles from './BookmarkletScreen.module.css'

const icons: Record<keyof typeof t.bookmarklet.deviceList, LucideIcon> = { computer: Laptop, phone: Smartphone, desktop: MonitorDown }

/** `/bookmarklet`: the button for the bookmarks bar that starts a post (D12), and its instructions. */
export default function BookmarkletScreen() {
  usePageTitle(pageTitles.bookmarklet)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 tabIndex={-1} className={styles.heading}>
          {t.bookmarklet.heading}
        </h1>
        <p className={styles.lead}>{t.bookmarklet.lead}</p>
      </header>
      <div className={styles.get}>
        <DragLink />
        <section className={styles.byHand} aria-labelledby="bookmarklet-code">
          <h2 id="bookmarklet-code">{t.bookmarklet.codeTitle}</h2>
          <p className={styles.text}>{t.bookmarklet.codeText}</p>
          <CodeField />
        </section>
      </div>
      <section className={styles.section} aria-labelledby="bookmarklet-steps">
        <h2 id="bookmarklet-steps">{t.bookmarklet.steps}</h2>
        <ol className={styles.steps}>
          {t.bookmarklet.stepList.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3 className={styles.title}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.section} aria-labelledby="bookmarklet-devices">
        <h2 id="bookmarklet-devices">{t.bookmarklet.devices}</h2>
        <div className={styles.devices}>
          {(Object.keys(icons) as (keyof typeof icons)[]).map((id) => (
            <div key={id} className={styles.device}>
              <h3 className={styles.deviceTitle}>
                <Icon as={icons[id]} />
                {t.bookmarklet.deviceList[id].title}
              </h3>
              <ul>
                {t.bookmarklet.deviceList[id].points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
      <section className={styles.section} aria-labelledby="bookmarklet-questions">
        <h2 id="bookmarklet-questions">{t.bookmarklet.questions}</h2>
        <div className={styles.questions}>
          {t.bookmarklet.questionList.map(({ question, answer }) => (
            <div key={question} className={styles.question}>
              <h3 className={styles.title}>{question}</h3>
              <p>{answer}</p>
            </div>
          ))}
        </div>
      </section>
      <p className={styles.more}>
        <Link href="/embedfaqs">{t.bookmarklet.embedHelp}</Link>
      </p>
    </div>
  )
}
