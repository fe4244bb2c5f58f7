/** Icons, labels and actions of the menu entries. Loaded with the first menu. */
import {
  Bell,
  Bookmark,
  Compass,
  FileText,
  Info,
  Keyboard,
  ListPlus,
  LogIn,
  LogOut,
  MonitorDown,
  Plus,
  Rss,
  Settings2,
  ShieldCheck,
  Smartphone,
  TrendingUp,
  UserPlus,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { useDispatch } from 'react-redux'
import { openNotifications } from '#widgets/notifications/index.ts'
import { openInApp } from '#host/platform.ts'
import { t } from '#texts/index.ts'
import { authOpened, shortcutsOpened, useIntent } from '#data/index.ts'
import { useLogOut } from '#data/logOut.ts'
import type { MenuAction, Entry } from '../menu.ts'

export const icons: Readonly<Record<Entry['id'], LucideIcon>> = {
  discover: Compass,
  activity: Rss,
  trending: TrendingUp,
  profile: UserRound,
  collection: Bookmark,
  preferences: Settings2,
  admin: ShieldCheck,
  about: Info,
  terms: FileText,
  ios: Smartphone,
  android: Smartphone,
  openApp: MonitorDown,
  startPlaylist: ListPlus,
  addPost: Plus,
  notifications: Bell,
  shortcuts: Keyboard,
  logIn: LogIn,
  join: UserPlus,
  logOut: LogOut,
}

export const labelOf = (id: Entry['id']): string => t.menu.entries[id]

/**
 * Returns a function that runs the action of an entry. Call it in the component that renders the whole menu: the
 * log-out request must survive the entry that started it.
 */
export function useMenuAction(): (action: MenuAction) => void {
  const dispatch = useDispatch()
  const runIntent = useIntent()
  const { logOut } = useLogOut()
  const actions: Record<MenuAction, () => void> = {
    openApp: () => openInApp(location.pathname + location.search),
    startPlaylist: () => runIntent({ type: 'startbead' }),
    addPost: () => runIntent({ type: 'addpost' }),
    notifications: () => openNotifications('panel'),
    shortcuts: () => dispatch(shortcutsOpened()),
    logIn: () => dispatch(authOpened({ mode: 'login' })),
    join: () => dispatch(authOpened({ mode: 'signup' })),
    logOut,
  }
  return (action) => actions[action]()
}
