import { Fragment, useEffect } from 'react'
import { Link } from 'wouter'
import { legalSpans, type LegalBlock, type LegalText } from '#contract/legal/text.ts'
import { t } from '#texts/index.ts'
import { fullDay } from '#ui/format.ts'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Article.module.css'

/** A legal text with a table of contents. */
export function Article({ text: { updated, summary, sections } }: { text: LegalText }) {
  // The target of the hash did not exist when the page loaded, so the browser could not scroll to it.
  useEffect(() => {
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [sections])
  return (
    <div className={styles.columns}>
      <Contents sections={sections} />
      <article className={styles.text}>
        <p className={styles.summary}>{summary}</p>
        <p className={styles.updated}>{t.legal.changed(fullDay(updated))}</p>
        {sections.map(({ id, heading, blocks }) => (
          <section key={id} aria-labelledby={id} className={styles.section}>
            <h2 id={id} className={styles.heading}>
              {heading}
            </h2>
            {blocks.map((block, n) => (
              <Block key={n} block={block} />
            ))}
          </section>
        ))}
        <p>
          <a href="#top" className={styles.top}>
            {t.legal.top}
          </a>
        </p>
      </article>
    </div>
  )
}

/** The table of contents: beside the text on wide screens, otherwise collapsible above it. */
function Contents({ sections }: Pick<LegalText, 'sections'>) {
  const wide = useMedia('(min-width: 768.02px)')
  const list = (
    <ol className={styles.list}>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a href={`#${id}`} className={styles.entry}>
            {heading}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <nav className={styles.contents} aria-label={t.legal.sections}>
      {wide ? (
        <>
          <p className={styles.label}>{t.legal.sections}</p>
          {list}
        </>
      ) : (
        <details>
          <summary className={styles.label}>{t.legal.sections}</summary>
          {list}
        </details>
      )}
    </nav>
  )
}

/** A block is a paragraph (string) or a list. */
const Block = ({ block }: { block: LegalBlock }) =>
  typeof block === 'string' ? (
    <p>
      <LinkedText text={block} />
    </p>
  ) : (
    <ul>
      {block.map((point, n) => (
        <li key={n}>
          <LinkedText text={point} />
        </li>
      ))}
    </ul>
  )

const LinkedText = ({ text }: { text: string }) =>
  legalSpans(text).map(({ text, href }, n) =>
    href === undefined ? (
      <Fragment key={n}>{text}</Fragment>
    ) : (
      <Link key={n} href={href}>
        {text}
      </Link>
    ),
  )
