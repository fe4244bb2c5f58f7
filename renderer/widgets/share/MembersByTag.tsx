import { useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { useMembersByTagQuery } from '#data/sharing.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { MemberChoice } from '../friends/index.ts'
import { TagChooser } from '../lookup/index.ts'
import styles from './MembersByTag.module.css'

interface MembersByTagProps {
  chosen: readonly MemberRef[]
  /** Maximum number of chosen members. */
  max: number
  onChange: (chosen: MemberRef[]) => void
}

/** Finds members by a single tag, for admins (S3). The selection is retained when the tag changes. */
export function MembersByTag({ chosen, max, onChange }: MembersByTagProps) {
  const id = useId()
  const [tags, setTags] = useState<readonly string[]>([])
  const [tag] = tags
  const { currentData, isError, error, refetch } = useMembersByTagQuery(
    { params: { tag: tag ?? '' }, query: { limit: limits.page.members } },
    { skip: tag === undefined },
  )
  const found = currentData?.results
  /** Selected in the results of an earlier tag. */
  const otherChosen = chosen.filter(({ uid }) => !found?.some((member) => member.uid === uid))
  const isChosen = ({ uid }: MemberRef) => chosen.some((member) => member.uid === uid)
  const toggle = (member: MemberRef) => onChange(isChosen(member) ? chosen.filter(({ uid }) => uid !== member.uid) : [...chosen, member])
  const row = (member: MemberRef) => (
    <li key={member.uid}>
      <MemberChoice member={member} chosen={isChosen(member)} disabled={chosen.length >= max && !isChosen(member)} onToggle={toggle} />
    </li>
  )
  return (
    <div className={styles.finder}>
      <TagChooser single spaces label={t.share.tag} hint={t.share.tagHint} value={tags} onChange={setTags} />
      {tag !== undefined &&
        (isError ? (
          <ErrorState level={3} message={failureMessage(error)} onRetry={() => void refetch()} />
        ) : !found ? (
          <SkeletonGroup label={t.common.loading} className={styles.skeleton}>
            {[0, 1].map((n) => (
              <Skeleton key={n} height="2.5rem" />
            ))}
          </SkeletonGroup>
        ) : found.length === 0 ? (
          <p className={styles.none} role="status">
            {t.share.noTagPosters(tag)}
          </p>
        ) : (
          <ul className={styles.list} aria-label={t.share.tagged(tag)}>
            {found.map(row)}
          </ul>
        ))}
      {otherChosen.length > 0 && (
        <>
          <p className={styles.title} id={id}>
            {t.share.chosen}
          </p>
          <ul className={styles.list} aria-labelledby={id}>
            {otherChosen.map(row)}
          </ul>
        </>
      )}
    </div>
  )
}
