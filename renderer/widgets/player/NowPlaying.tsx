import type { MouseEvent } from 'react'
import { AudioLines } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { Link } from 'wouter'
import { playedFrom, player, type Devices, type QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { CollectButton } from './CollectButton.tsx'
import { DevicesButton } from './devices/DevicesButton.tsx'
import { glyphOf } from './glyph.ts'
import { streamNote } from './streamNames.ts'
import { usePlayer } from './usePlayer.ts'
import { Mute } from './Volume.tsx'
import { needsTap, remoteStatus } from './status.ts'
import styles from './NowPlaying.module.css'

/** The bar's text about the current item: title, playlist or list that it plays from, and a note. */
export function NowPlaying({ item, narrow, devices }: { item: QueueItem; narrow: boolean; devices: Devices }) {
  const {
    queue: { source },
    recentlyStarted: isRecent,
  } = usePlayer()
  const from = playedFrom(item, source)
  return (
    <div className={classes(styles.now, isRecent && styles.began)}>
      <span className={styles.picture}>
        <Image src={item.image} alt="" ratio="1/1" seed={item.postId} eager glyph={<Icon as={glyphOf(item)} />} />
        {isRecent && (
          <span className={styles.mark}>
            <Icon as={AudioLines} />
          </span>
        )}
      </span>
      <div className={styles.words}>
        <Title item={item} />
        <p className={styles.line}>
          <span>
            {t.player.playingFrom}{' '}
            {item.external ? (
              item.source
            ) : (
              <Link href={from.href} className={styles.link}>
                {from.title}
              </Link>
            )}
          </span>
        </p>
        <Note item={item} />
      </div>
      {narrow && <DevicesButton devices={devices} />}
      {narrow && <Mute />}
      {!item.external && <CollectButton key={item.postId} postId={item.postId} className={styles.collect} />}
    </div>
  )
}

/** The title; a link, unless the item is external and has no page on Strand. */
function Title({ item }: { item: QueueItem }) {
  const shared = { className: styles.title, title: item.title, children: item.title }
  if (item.external) return <span {...shared} />
  return <Link href={`/${item.href}`} {...shared} />
}

/** One note at a time: tap required, resumed position, or stream in use. */
function Note({ item }: { item: QueueItem }) {
  const dispatch = useDispatch()
  const state = usePlayer()
  const { playing, failures, resumedFrom } = state
  const note = playing && streamNote(item, playing, failures)
  const dispatchAndFocus =
    (command: ReturnType<typeof player.play | typeof player.retry>) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      // The button is unmounted by its action; move the focus to the player.
      currentTarget.closest('section')?.focus({ preventScroll: true })
      dispatch(command)
    }
  if (state.remote !== null) return <p className={classes(styles.note, styles.plain)}>{remoteStatus(state.remote, state.needsGesture)}</p>
  if (needsTap(state))
    return (
      <p className={styles.note}>
        <button type="button" className={styles.tap} onClick={dispatchAndFocus(player.play())}>
          {t.player.gesture}
        </button>
      </p>
    )
  if (resumedFrom !== null)
    return (
      <p className={styles.note}>
        {t.player.resumed(duration(resumedFrom))}
        <button type="button" className={styles.over} onClick={dispatchAndFocus(player.retry())}>
          {t.player.startOver}
        </button>
      </p>
    )
  if (!note) return null
  return (
    <p
      className={classes(styles.note, note.fellBack ? styles.fellBack : styles.plain)}
      title={[note.text, note.reason].filter(Boolean).join('. ')}
    >
      {note.text}
    </p>
  )
}
