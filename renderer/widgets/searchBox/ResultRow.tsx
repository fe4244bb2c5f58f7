import { Hash, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { BeadTile } from '#ui/BeadTile.tsx'
import { CategoryMark } from '#ui/CategoryMark.tsx'
import { Highlighted } from '#ui/Highlighted.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import type { OptionProperties } from './content.ts'
import styles from './ResultRow.module.css'

/** A search result as a row: picture, title, details. */
export function ResultRow({ item, option }: { item: SearchItem; option: OptionProperties }) {
  const { type, title_highlighted: title, href } = item
  const reason = reasonOf(item)
  return (
    <a {...option} href={href} className={styles.row} data-type={type}>
      <Picture item={item} />
      <span className={styles.words}>
        <span dir="auto" className={styles.title}>
          <Highlighted html={title} />
        </span>
        {type !== 'tag' &&
          (reason === null ? (
            <Line parts={about(item)} />
          ) : (
            <span dir="auto" className={styles.line}>
              <Highlighted html={reason} />
            </span>
          ))}
      </span>
      {type === 'tag' && item.collects !== undefined && <span className={styles.count}>{t.common.posts(item.collects)}</span>}
    </a>
  )
}

/**
 * Why the item matches, if its title does not contain the match: the tags or the text with the match. Null otherwise.
 */
function reasonOf({ title_highlighted, tag_highlighted, descr_highlighted }: SearchItem): string | null {
  if (title_highlighted.includes('<em>')) return null
  const tags = tag_highlighted
    ?.split(', ')
    .map((tag) => `#${tag}`)
    .join(' ')
  return [tags, descr_highlighted].find((text) => text?.includes('<em>')) ?? null
}

function Picture({ item: { type, id, title, image } }: { item: SearchItem }) {
  if (type === 'tag')
    return (
      <span className={styles.hash}>
        <Icon as={Hash} size={18} />
      </span>
    )
  if (type === 'member') return <Avatar member={{ uid: id, name: title, image }} size="large" className={styles.avatar} />
  return (
    <span className={styles.picture}>
      <Image
        src={image}
        alt=""
        ratio={type === 'bead' ? '1/1' : '16/9'}
        seed={id}
        eager
        glyph={type === 'bead' ? <BeadTile seed={id} /> : <Icon as={Music} />}
      />
    </span>
  )
}

/** Details below the title. */
function about({ type, id, author, artists, beadTitle, city, collects, category }: SearchItem): ReactNode[] {
  const followers = collects !== undefined && collects > 0 && t.common.followers(collects)
  switch (type) {
    case 'bead':
      return [category && <CategoryMark category={category} />, author && t.searchResults.by(author), followers]
    case 'member':
      return [`@${id}`, city, followers]
    case 'post':
      return [artists?.join(', ') || (author && t.searchResults.by(author)), beadTitle && t.searchResults.inPlaylist(beadTitle)]
    case 'tag':
      return []
  }
}

/** Details joined by middle dots. */
const Line = ({ parts }: { parts: ReactNode[] }) => (
  <span className={styles.line}>
    {parts.filter(Boolean).map((part, n) => (
      <span key={n} className={styles.part}>
        {n > 0 && <span className={styles.point}> · </span>}
        {part}
      </span>
    ))}
  </span>
)
