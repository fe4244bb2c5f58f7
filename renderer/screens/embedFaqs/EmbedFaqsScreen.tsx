import { AppWindow, Code, Link2, SquareArrowOutUpRight, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { pageTitles } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { InfoPage, InfoSection, Points, Questions } from '#ui/InfoPage.tsx'
import { usePageTitle } from '#ui/page.ts'
import styles from './EmbedFaqsScreen.module.css'

const icons: Record<keyof typeof t.embedFaqs.wayList, LucideIcon> = {
  link: Link2,
  frame: AppWindow,
  script: Code,
  popup: SquareArrowOutUpRight,
}

/** `/embedfaqs`: help about playlists, posts and members on other sites (R4). */
export default function EmbedFaqsScreen() {
  usePageTitle(pageTitles.embedFaqs)
  return (
    <InfoPage heading={t.embedFaqs.heading} lead={t.embedFaqs.lead}>
      <InfoSection id="embed-start" title={t.embedFaqs.start}>
        <Points list={t.embedFaqs.steps.map((text) => ({ text }))} numbered />
      </InfoSection>
      <InfoSection id="embed-subjects" title={t.embedFaqs.subjects}>
        <Definitions list={t.embedFaqs.subjectList} />
      </InfoSection>
      <InfoSection id="embed-ways" title={t.embedFaqs.ways}>
        <ul className={styles.ways}>
          {(Object.keys(icons) as (keyof typeof icons)[]).map((id) => (
            <li key={id} className={styles.way}>
              <span className={styles.icon}>
                <Icon as={icons[id]} />
              </span>
              <h3 className={styles.title}>{t.embedFaqs.wayList[id].title}</h3>
              <p>{t.embedFaqs.wayList[id].text}</p>
            </li>
          ))}
        </ul>
      </InfoSection>
      <div className={styles.columns}>
        <InfoSection id="embed-editors" title={t.embedFaqs.editors}>
          <Definitions list={t.embedFaqs.editorList} />
        </InfoSection>
        <InfoSection id="embed-options" title={t.embedFaqs.options}>
          <Definitions list={t.embedFaqs.optionList} />
        </InfoSection>
      </div>
      <section className={styles.privacy} aria-labelledby="embed-privacy">
        <h2 id="embed-privacy">{t.embedFaqs.privacy}</h2>
        {t.embedFaqs.privacyList.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <InfoSection id="embed-questions" title={t.embedFaqs.questions}>
        <Questions list={t.embedFaqs.questionList} />
      </InfoSection>
      <p className={styles.more}>
        <Link href="/bookmarklet">{t.embedFaqs.bookmarklet}</Link>
      </p>
    </InfoPage>
  )
}

const Definitions = ({ list }: { list: readonly { name: string; text: string }[] }) => (
  <dl className={styles.definitions}>
    {list.map(({ name, text }) => (
      <div key={name} className={styles.definition}>
        <dt className={styles.title}>{name}</dt>
        <dd className={styles.text}>{text}</dd>
      </div>
    ))}
  </dl>
)
