import { Laptop, MonitorDown, Smartphone, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { pageTitles } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { CopyField } from '#ui/CopyField.tsx'
import { useIsHydrated } from '#ui/hydration.ts'
import { Icon } from '#ui/Icon.tsx'
import { InfoPage, InfoSection, Points, Questions } from '#ui/InfoPage.tsx'
import { usePageTitle } from '#ui/page.ts'
import { bookmarkletAddress } from './bookmarklet.ts'
import { DragLink } from './DragLink.tsx'
import styles from './BookmarkletScreen.module.css'

const icons: Record<keyof typeof t.bookmarklet.deviceList, LucideIcon> = { computer: Laptop, phone: Smartphone, desktop: MonitorDown }

/** `/bookmarklet`: the button for the bookmarks bar that starts a post (D12), and its instructions. */
export default function BookmarkletScreen() {
  usePageTitle(pageTitles.bookmarklet)
  // Empty on the server, which does not know the address that the page is reached at.
  const code = useIsHydrated() ? bookmarkletAddress(location.origin) : ''
  return (
    <InfoPage heading={t.bookmarklet.heading} lead={t.bookmarklet.lead}>
      <div className={styles.get}>
        <DragLink />
        <section className={styles.byHand} aria-labelledby="bookmarklet-code">
          <h2 id="bookmarklet-code">{t.bookmarklet.codeTitle}</h2>
          <p className={styles.text}>{t.bookmarklet.codeText}</p>
          <CopyField label={t.bookmarklet.code} value={code} rows={3} />
        </section>
      </div>
      <InfoSection id="bookmarklet-steps" title={t.bookmarklet.steps}>
        <Points list={t.bookmarklet.stepList} numbered />
      </InfoSection>
      <InfoSection id="bookmarklet-devices" title={t.bookmarklet.devices}>
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
      </InfoSection>
      <InfoSection id="bookmarklet-questions" title={t.bookmarklet.questions}>
        <Questions list={t.bookmarklet.questionList} />
      </InfoSection>
      <p className={styles.more}>
        <Link href="/embedfaqs">{t.bookmarklet.embedHelp}</Link>
      </p>
    </InfoPage>
  )
}
