import { Hash } from 'lucide-react'
import { Link } from 'wouter'
import type { TagRef } from '#contract/schemas/relations.ts'
import type { Listing } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { FollowButton } from '../follow/index.ts'
import { PagedList } from './PagedList.tsx'
import styles from './People.module.css'

/** A paged list of tags with follow buttons. */
export const TagList = ({ list, label, empty }: { list: Listing<TagRef>; label: string; empty: string }) => (
  <PagedList
    list={list}
    label={label}
    empty={empty}
    keyOf={({ id }) => id}
    row={(tag) => (
      <article className={styles.row}>
        <span className={styles.mark}>
          <Icon as={Hash} size={22} />
        </span>
        <div className={styles.words}>
          <h2 className={styles.name}>
            <Link href={`/tag/${encodeURIComponent(tag.name)}`} className={styles.whole}>
              {tag.name}
            </Link>
          </h2>
          <p className={styles.small}>{t.common.followers(tag.followerCount)}</p>
        </div>
        <span className={styles.act}>
          <FollowButton kind="tag" id={tag.name} name={`#${tag.name}`} size="mini" listed />
        </span>
      </article>
    )}
  />
)
