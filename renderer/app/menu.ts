/** All entries of the shell's menus and their conditions; each menu selects from this list (A2.2, RO1). */
import type { Site } from '#contract/endpoints/site.ts'
import type { Me } from '#contract/schemas.ts'
import { feedLinks, type FeedLink } from './feedLinks.ts'

/** An entry that runs an action instead of opening a link. */
export type MenuAction = 'openApp' | 'startPlaylist' | 'addPost' | 'notifications' | 'shortcuts' | 'logIn' | 'join' | 'logOut'

export type Entry =
  | FeedLink
  | { id: 'discover' | 'profile' | 'collection' | 'preferences' | 'admin' | 'about' | 'terms' | 'ios' | 'android'; href: string }
  | { id: MenuAction; href?: undefined }

interface Viewer {
  me: Pick<Me, 'uid' | 'isAdmin'> | null
  site: Pick<Site, 'readOnly' | 'apps'>
  /** The page can be opened in the desktop application. */
  canOpenApp?: boolean
}

const present = (...entries: (Entry | false)[]): Entry[] => entries.filter((entry) => entry !== false)
const nonEmpty = (groups: Entry[][]): Entry[][] => groups.filter(({ length }) => length > 0)

const createEntries = ({ site }: Viewer): Entry[] => present(!site.readOnly && { id: 'addPost' }, !site.readOnly && { id: 'startPlaylist' })

const appEntries = ({
  site: {
    apps: { ios, android },
    readOnly,
  },
}: Viewer): Entry[] =>
  present(ios !== null && !readOnly && { id: 'ios', href: ios }, android !== null && !readOnly && { id: 'android', href: android })

const memberEntries = ({ me }: Viewer): Entry[] =>
  me === null
    ? []
    : [
        { id: 'profile', href: `/p/${me.uid}` },
        { id: 'collection', href: '/collection' },
      ]

const settingsEntries = ({ me }: Viewer): Entry[] =>
  present(me !== null && { id: 'preferences', href: '/preferences' }, me?.isAdmin === true && { id: 'admin', href: '/admin' })

const infoEntries: Entry[] = [
  { id: 'about', href: '/about' },
  { id: 'terms', href: '/tos' },
]

/** The entries of the quick menu at the end of the top bar, in groups. Its button shows a member's picture. */
export const quickMenu = (viewer: Viewer): Entry[][] =>
  nonEmpty([
    memberEntries(viewer),
    createEntries(viewer),
    [...settingsEntries(viewer), { id: 'shortcuts' }],
    [...present(viewer.canOpenApp === true && { id: 'openApp' }), ...appEntries(viewer)],
    infoEntries,
    present(viewer.me !== null && { id: 'logOut' }),
  ])

/** The entries of the left menu, in groups. */
export const leftMenu = (viewer: Viewer): Entry[][] =>
  nonEmpty([
    present(viewer.me === null && !viewer.site.readOnly && { id: 'join' }, viewer.me === null && { id: 'logIn' }),
    present({ id: 'discover', href: '/discover' }, ...feedLinks(viewer.site), viewer.me !== null && { id: 'notifications' }),
    createEntries(viewer),
    memberEntries(viewer),
    settingsEntries(viewer),
    appEntries(viewer),
    infoEntries,
    present(viewer.me !== null && { id: 'logOut' }),
  ])
