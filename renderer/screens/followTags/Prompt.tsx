import { useState } from 'react'
import { readCookie, setCookie } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Notice, noticeText, noticeTitle } from '#ui/Notice.tsx'
import { useNoticeTurn } from '#ui/notices.ts'
import { Progress } from './Progress.tsx'
import { TagPick } from './TagPick.tsx'
import { useFollowing } from './useFollowing.ts'
import { enoughTags, useOwnTags, useProposedTags } from './useTags.ts'
import styles from './Prompt.module.css'

/** Whoever does not want it now is asked again in 90 days. */
const cookie = 'strand_followtags'
const offered = 6

export default function Prompt() {
  const [dismissed, setDismissed] = useState(() => readCookie(cookie) !== null)
  const own = useOwnTags(enoughTags)
  // Who follows the last of them here sees that it is enough.
  const [asked, setAsked] = useState(false)
  if (!asked && own.state === 'ready' && own.total < enoughTags) setAsked(true)
  // Kept while another notice takes its place.
  const { count, changed } = useFollowing(own.tags, own.total)
  return (
    useNoticeTurn('tags', asked && !dismissed) && (
      <Card
        count={count}
        onChange={changed}
        onDismiss={() => {
          setCookie(cookie, 'later')
          setDismissed(true)
        }}
      />
    )
  )
}

function Card({ count, onChange, onDismiss }: { count: number; onChange: (name: string, on: boolean) => void; onDismiss: () => void }) {
  const { tags } = useProposedTags()
  return (
    <Notice
      as="aside"
      label={t.followTags.promptTitle}
      dismissName={t.followTags.dismiss}
      onDismiss={onDismiss}
      actions={
        <ButtonLink href="/followtags" size="small" kind="primary">
          {t.followTags.pick}
        </ButtonLink>
      }
    >
      <div className={styles.words}>
        <h2 className={noticeTitle}>{t.followTags.promptTitle}</h2>
        <p className={noticeText}>{t.followTags.promptText}</p>
        <Progress count={count} />
      </div>
      <ul className={styles.tags}>
        {tags.slice(0, offered).map((name) => (
          <li key={name}>
            <TagPick name={name} onChange={onChange} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
