import { useState } from 'react'
import {
  Ellipsis,
  ExternalLink,
  FileText,
  Keyboard,
  Link2,
  Maximize,
  Minimize2,
  PictureInPicture2,
  Repeat1,
  Shuffle,
  Timer,
} from 'lucide-react'
import { useDispatch, useSelector } from 'react-redux'
import { shortcutsOpened, useMe, usePostQuery } from '#data/index.ts'
import { isSlide, player, selectShuffled, type PlayerClock, type QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { copyLink } from '#ui/copyLink.ts'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { usePostActions } from '../post/index.ts'
import { canBeMini, setMiniPlayer } from './useMiniPlayer.ts'
import { sourceOf } from './streamNames.ts'
import { usePlayer } from './usePlayer.ts'

interface MoreMenuProps {
  item: QueueItem
  clock: PlayerClock
  /** The bar is narrow; its hidden controls are in this menu. */
  narrow: boolean
  /** Set if the bar has no space for its fullscreen button. */
  onFullscreen: (() => void) | undefined
}

/** Menu of further actions for the current item. */
export function MoreMenu({ item, clock, narrow, onFullscreen }: MoreMenuProps) {
  const dispatch = useDispatch()
  const { playing } = usePlayer()
  const modes = useModes()
  // Fetched before the menu opens: late entries would shift the others under the pointer. Visitors have no post actions.
  const { me } = useMe()
  // In whole seconds. Read when the menu opens, because the menu does not follow the clock.
  const [position, setPosition] = useState(0)
  const { currentData: post } = usePostQuery({ params: { id: item.postId } }, { skip: me === null || item.external === true })
  const postActions = usePostActions(post)
  const source = sourceOf(item, playing)

  const own: MenuItem[] = item.external
    ? []
    : [
        { id: 'post', label: t.player.postPage, icon: <Icon as={FileText} />, href: `/${item.href}` },
        { id: 'copy', label: t.player.copy, icon: <Icon as={Link2} />, onSelect: () => void copyLink(`/${item.href}`, t.player) },
        ...(position > 0 && item.type !== 'image' && !isSlide(item)
          ? [
              {
                id: 'copyAt',
                label: t.player.copyAt(duration(position)),
                icon: <Icon as={Timer} />,
                onSelect: () => void copyLink(`/${item.href}?t=${position}`, t.player),
              },
            ]
          : []),
      ]
  const full: MenuItem[] = onFullscreen
    ? [{ id: 'fullscreen', label: t.player.fullscreen, icon: <Icon as={Maximize} />, onSelect: onFullscreen }]
    : []
  const items: MenuItem[] = [
    ...own,
    ...(source
      ? [
          {
            id: 'open',
            label: t.player.openAt(source.name),
            icon: <Icon as={ExternalLink} />,
            onSelect: () => void window.open(source.href, '_blank', 'noopener'),
          },
        ]
      : []),
    ...(canBeMini()
      ? [{ id: 'mini', label: t.player.mini, icon: <Icon as={Minimize2} />, onSelect: () => setMiniPlayer(true), separated: true }]
      : []),
    ...(narrow ? withSeparator([...modes, ...full]) : []),
    ...withSeparator(postActions.items),
    ...withSeparator([
      { id: 'shortcuts', label: t.shortcuts.open, icon: <Icon as={Keyboard} />, onSelect: () => dispatch(shortcutsOpened()) },
    ]),
  ]

  return (
    <>
      <Menu
        label={t.player.moreOf(item.title)}
        items={items}
        trigger={({ onPointerEnter, onFocus, onClick, ...rest }) => {
          // Hover and focus preload the menu and read the position for its labels.
          const approach = (act: () => void) => () => {
            setPosition(Math.floor(clock.getSnapshot().position))
            act()
          }
          return (
            <IconButton
              {...rest}
              name={t.player.more}
              icon={<Icon as={Ellipsis} />}
              onPointerEnter={approach(onPointerEnter)}
              onFocus={approach(onFocus)}
              onClick={approach(onClick)}
            />
          )
        }}
      />
      {postActions.dialogs}
    </>
  )
}

/** Adds a separator above the first item. */
const withSeparator = (items: MenuItem[]): MenuItem[] => items.map((item, n) => ({ ...item, separated: n === 0 }))

/** Items for controls that a narrow bar has no space for. */
function useModes(): MenuItem[] {
  const dispatch = useDispatch()
  const { repeat, canPip, pip } = usePlayer()
  const shuffled = useSelector(selectShuffled)
  return [
    {
      id: 'shuffle',
      label: shuffled ? t.player.shuffleOff : t.player.shuffleOn,
      icon: <Icon as={Shuffle} />,
      onSelect: () => dispatch(player.setShuffle(!shuffled)),
    },
    {
      id: 'repeat',
      label: repeat ? t.player.repeatOff : t.player.repeatOn,
      icon: <Icon as={Repeat1} />,
      onSelect: () => dispatch(player.setRepeat(!repeat)),
    },
    ...(canPip
      ? [
          {
            id: 'pip',
            label: t.player.pictureInPicture,
            icon: <Icon as={PictureInPicture2} />,
            onSelect: () => dispatch(player.setPip(!pip)),
          },
        ]
      : []),
  ]
}
