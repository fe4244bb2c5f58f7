import { AppWindow, ExternalLink, ListPlus, Play, type LucideIcon } from 'lucide-react'
import { useDispatch } from 'react-redux'
import type { Media } from '#contract/schemas.ts'
import { useIntent } from '#data/index.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { externalTrack } from './track.ts'
import { hostOf, type Content, type Option, type OptionProperties } from './content.ts'
import styles from './LinkContent.module.css'
import list from './Dropdown.module.css'

interface LinkContentProps {
  id: string
  content: Extract<Content, { kind: 'link' | 'own' }>
  options: readonly Option[]
  optionOf: (n: number) => OptionProperties
}

/** Preview of a pasted link with its actions (X2). */
export function LinkContent({ id, content, options, optionOf }: LinkContentProps) {
  return (
    <>
      {content.kind === 'link' && <LinkPreview content={content} />}
      {options.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={t.searchResults.link}>
          {options.map((option, n) => (
            <ActionOption key={option.key} of={option} properties={optionOf(n)} />
          ))}
        </div>
      )}
    </>
  )
}

function LinkPreview({ content }: { content: Extract<Content, { kind: 'link' }> }) {
  const { link, state } = content
  if (state === 'unfinished') return <p className={styles.hint}>{t.searchResults.unfinishedLink}</p>
  if (state === 'unknown') return <p className={styles.hint}>{t.searchResults.linkUnknown(hostOf(link))}</p>
  if (content.media === null)
    return (
      <div className={styles.subject} aria-hidden="true">
        <span className={styles.picture}>
          <Skeleton ratio="16/9" />
        </span>
        <div className={styles.words}>
          <Skeleton width="75%" height="1rem" />
          <Skeleton width="40%" height="0.75rem" />
        </div>
      </div>
    )
  const { media, byAddress } = content
  return (
    <div className={styles.subject}>
      <span className={styles.picture}>
        <Image src={media.image} alt="" seed={media.href} eager />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{media.title}</p>
        <p className={styles.line}>{described(media)}</p>
        {byAddress && <p className={styles.line}>{t.searchResults.linkByAddress}</p>}
      </div>
    </div>
  )
}

/** Artist, site, type and duration of a medium. */
const described = ({ artist, source, type, duration: length }: Media): string =>
  [artist !== source && artist, source, t.addPost.kinds[type], length !== undefined && duration(length)].filter(Boolean).join(' · ')

function ActionOption({ of: option, properties }: { of: Option; properties: OptionProperties }) {
  const dispatch = useDispatch()
  const intend = useIntent()
  const { onClick, ...rest } = properties
  // `data-plays`: reaching the option with the pointer preloads the player (ui/intent.ts).
  const button = (icon: LucideIcon, name: string, action: () => void) => (
    <div
      {...rest}
      className={list.all}
      data-plays={option.kind === 'play' ? '' : undefined}
      onClick={(event) => {
        action()
        onClick(event)
      }}
    >
      <Icon as={icon} size={18} />
      <span className={list.label}>{name}</span>
    </div>
  )
  switch (option.kind) {
    case 'play':
      return button(Play, t.searchResults.linkPlay, () => {
        const track = option.media && externalTrack(option.media)
        if (track) dispatch(player.playQueue({ tracks: [track] }))
      })
    case 'add':
      return button(ListPlus, t.searchResults.linkAdd, () => intend({ type: 'addpost', link: option.link }))
    case 'visit':
      return (
        <a {...properties} href={option.href} target="_blank" rel="nofollow noopener" className={list.all}>
          <Icon as={ExternalLink} size={18} />
          <span className={list.label}>{t.searchResults.linkOpen(hostOf(option.href))}</span>
        </a>
      )
    case 'own':
      return (
        <a {...properties} href={option.href} className={list.all}>
          <Icon as={AppWindow} size={18} />
          <span className={list.label}>{t.searchResults.linkOwn}</span>
          <span className={styles.path}>{option.href}</span>
        </a>
      )
    default:
      return null
  }
}
