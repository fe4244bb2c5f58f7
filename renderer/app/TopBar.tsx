import { Keyboard, Moon, Sun, SunMoon, UserRound, Plus, LogOut } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useSearch } from 'wouter'
import type { Me } from '../../server/contract/schemas.ts'
import { searchAsked } from '../../server/contract/searchPage.ts'
import { SearchBox, type SearchPlace } from '../features/search/box/SearchBox.tsx'
import { t } from '../texts/index.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { showToast } from '../ui/toast.ts'
import { authOpened, failureMessage, setMe, shortcutsOpened, useIntent, useLogoutMutation, useMe } from './api/index.ts'
import { Logo } from './Logo.tsx'
import { leavesApp, match, visitTo } from './routes.ts'
import { setTheme, useTheme, type Theme } from './theme.ts'
import styles from './TopBar.module.css'

export function TopBar() {
  const { me, loading } = useMe()
  const [path] = useLocation()
  const search = useSearch()
  return (
    <header id="top" className={styles.bar}>
      <nav className={styles.inside} aria-label={t.shell.navigation}>
        <Link href="/discover" className={styles.home} aria-label={t.shell.home}>
          <Logo />
          <span className={styles.name}>{t.common.product}</span>
        </Link>
        <SearchBox place={placeAt(path, search)} isPage={isPage} />
        <div className={styles.end}>
          <ThemeMenu />
          {me ? <AccountMenu me={me} /> : !loading && <LogIn />}
        </div>
      </nav>
    </header>
  )
}

/** What the box of search has to know of an address. */
function placeAt(path: string, search: string): SearchPlace {
  const target = match(path)
  if (target.screen === 'discover') return { page: path, query: '', category: target.props.category, recategorised: null }
  if (target.screen !== 'search') return { page: path, query: '', category: null, recategorised: null }
  const params = new URLSearchParams(search)
  const { q, category } = searchAsked(target.props, params, false)
  return {
    page: visitTo(path, search),
    query: q,
    category,
    recategorised(value) {
      if (value) params.set('category', value)
      else params.delete('category')
      return params.size > 0 ? `${path}?${params}` : path
    },
  }
}

const isPage = (path: string): boolean => {
  const { pathname } = new URL(path, location.origin)
  return !leavesApp(pathname) && match(pathname).screen !== 'notFound'
}

function LogIn() {
  const dispatch = useDispatch()
  const [path] = useLocation()
  // Its own page shows the same form already.
  if (match(path).screen === 'auth') return null
  return <Button kind="quiet" onClick={() => dispatch(authOpened({ mode: 'login' }))}>{t.shell.logIn}</Button>
}

const themes: { id: Theme; icon: typeof Sun; label: () => string }[] = [
  { id: 'system', icon: SunMoon, label: () => t.shell.themeSystem },
  { id: 'light', icon: Sun, label: () => t.shell.themeLight },
  { id: 'dark', icon: Moon, label: () => t.shell.themeDark },
]

function ThemeMenu() {
  const theme = useTheme()
  const items: MenuItem[] = themes.map(({ id, icon, label }) => ({
    id, label: label(), icon: <Icon as={icon} />, checked: id === theme, onSelect: () => setTheme(id),
  }))
  const icon = themes.find(({ id }) => id === theme)?.icon ?? SunMoon
  return (
    <Menu
      label={t.shell.theme}
      items={items}
      trigger={(properties) => <IconButton {...properties} name={t.shell.theme} icon={<Icon as={icon} />} />}
    />
  )
}

function AccountMenu({ me }: { me: Me }) {
  const dispatch = useDispatch()
  const intend = useIntent()
  const [logout] = useLogoutMutation()
  const leave = async () => {
    const { error } = await logout()
    if (error) showToast({ text: failureMessage(error), kind: 'error', now: true })
    else {
      setMe(dispatch, null)
      showToast({ text: t.shell.loggedOut, length: 'short', now: true })
    }
  }
  const items: MenuItem[] = [
    { id: 'profile', label: t.shell.myProfile, icon: <Icon as={UserRound} />, href: `/p/${me.uid}` },
    { id: 'start', label: t.shell.startPlaylist, icon: <Icon as={Plus} />, onSelect: () => intend({ type: 'startbead' }) },
    { id: 'shortcuts', label: t.shortcuts.open, icon: <Icon as={Keyboard} />, onSelect: () => dispatch(shortcutsOpened()), separated: true },
    { id: 'leave', label: t.shell.logOut, icon: <Icon as={LogOut} />, onSelect: () => void leave(), separated: true },
  ]
  return (
    <Menu
      label={t.shell.account(me.name)}
      items={items}
      trigger={(properties) => (
        <button type="button" {...properties} className={styles.account} aria-label={t.shell.account(me.name)} title={me.name}>
          <Avatar member={me} />
        </button>
      )}
    />
  )
}
