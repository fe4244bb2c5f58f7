import type { ReactNode } from 'react'
import { AppWindow, Code, Link2, SquareArrowOutUpRight, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { pageTitles } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { usePageTitle } from '#ui/page.ts'
import styles from './EmbedFaqsScreen.module.css'

const icons: Record<keyof typeof t.embedFaqs.wayList, LucideIcon> = {
  link: Link2,
  frame: AppWindow,
  script: Code,
  popup: SquareArrowOutUpRight,
}

/** `/embedfaqs`: help about playlists on other sites (R4). */
export default function EmbedFaqsScreen() {
  usePageTitle(pageTitles.embedFaqs)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 tabIndex={-1} className={styles.heading}>
          {t.embedFaqs.heading}
        </h1>
        <p className={styles.lead}>{t.embedFaqs.lead}</p>
      </header>
      <Section id="start" title={t.embedFaqs.start}>
        <ol className={styles.steps}>
          {t.embedFaqs.steps.map((step) => (
            <li key={step} className={styles.step}>
              {step}
            </li>
          ))}
        </ol>
      </Section>
      <Section id="ways" title={t.embedFaqs.ways}>
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
      </Section>
      <div className={styles.columns}>
        <Section id="editors" title={t.embedFaqs.editors}>
          <Definitions list={t.embedFaqs.editorList} />
        </Section>
        <Section id="options" title={t.embedFaqs.options}>
          <Definitions list={t.embedFaqs.optionList} />
        </Section>
      </div>
      <section className={styles.privacy} aria-labelledby="embed-privacy">
        <h2 id="embed-privacy">{t.embedFaqs.privacy}</h2>
        {t.embedFaqs.privacyList.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <Section id="questions" title={t.embedFaqs.questions}>
        <div className={styles.questions}>
          {t.embedFaqs.questionList.map(({ question, answer }) => (
            <div key={question} className={styles.question}>
              <h3 className={styles.title}>{question}</h3>
              <p>{answer}</p>
            </div>
          ))}
        </div>
      </Section>
      <p className={styles.more}>
        <Link href="/bookmarklet">{t.embedFaqs.bookmarklet}</Link>
      </p>
    </div>
  )
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={styles.section} aria-labelledby={`embed-${id}`}>
    <h2 id={`embed-${id}`}>{title}</h2>
    {children}
  </section>
)

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
