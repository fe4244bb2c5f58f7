import { useState } from 'react'
import { X } from 'lucide-react'
import { readCookie, setCookie } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { focusScreen } from '../../ui/focus.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
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
  return dismissed || !asked ? null : (
    <Card
      known={own.tags}
      total={own.total}
      onDismiss={() => {
        setCookie(cookie, 'later')
        setDismissed(true)
        focusScreen()
      }}
    />
  )
}

function Card({ known, total, onDismiss }: { known: readonly string[]; total: number; onDismiss: () => void }) {
  const { tags } = useProposedTags()
  const { count, changed } = useFollowing(known, total)
  return (
    <aside data-over-page data-notice data-asks-tags className={styles.prompt} aria-labelledby="follow-tags-prompt">
      <div className={styles.head}>
        <h2 id="follow-tags-prompt" className={styles.title}>{t.followTags.promptTitle}</h2>
        <IconButton name={t.followTags.dismiss} icon={<Icon as={X} />} onClick={onDismiss} />
      </div>
      <p className={styles.text}>{t.followTags.promptText}</p>
      <ul className={styles.tags}>{tags.slice(0, offered).map((name) => <li key={name}><TagPick name={name} onChange={changed} /></li>)}</ul>
      <div className={styles.foot}>
        <Progress count={count} />
        <ButtonLink href="/followtags" size="small" kind="primary">{t.followTags.pick}</ButtonLink>
      </div>
    </aside>
  )
}
