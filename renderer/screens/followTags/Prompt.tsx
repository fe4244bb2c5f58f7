import { useState } from 'react'
import { readCookie, setCookie } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Notice, noticeText, noticeTitle } from '#ui/Notice.tsx'
import { useNoticeTurn } from '#ui/notices.ts'
import { Progress } from './Progress.tsx'
import { FollowTagButton } from './FollowTagButton.tsx'
import { useFollowedCount } from './useFollowedCount.ts'
import { targetTagCount, useFollowedTags, useSuggestedTags } from './useTags.ts'
import styles from './Prompt.module.css'

/** Set when the prompt is dismissed; it expires after 90 days, the default of `setCookie`. */
const dismissalCookie = 'strand_followtags'
const maxSuggestions = 6

/** A notice for members who follow fewer than `enoughTags` tags, with suggested tags. */
export default function Prompt() {
  const [dismissed, setDismissed] = useState(() => readCookie(dismissalCookie) !== null)
  const own = useFollowedTags(targetTagCount)
  // Stays open when the last missing tag is followed here, to show the completion.
  const [isDue, setDue] = useState(false)
  if (!isDue && own.state === 'ready' && own.total < targetTagCount) setDue(true)
  // Here and not in `PromptNotice`, which unmounts while another notice is shown: the count is retained.
  const { count, recordChange } = useFollowedCount(own.tags, own.total)
  return (
    useNoticeTurn('tags', isDue && !dismissed) && (
      <PromptNotice
        count={count}
        onChange={recordChange}
        onDismiss={() => {
          setCookie(dismissalCookie, 'later')
          setDismissed(true)
        }}
      />
    )
  )
}

function PromptNotice({
  count,
  onChange,
  onDismiss,
}: {
  count: number
  onChange: (name: string, on: boolean) => void
  onDismiss: () => void
}) {
  const { tags } = useSuggestedTags()
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
        {tags.slice(0, maxSuggestions).map((name) => (
          <li key={name}>
            <FollowTagButton name={name} onChange={onChange} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
