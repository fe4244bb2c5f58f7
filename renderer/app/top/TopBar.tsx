import { Ellipsis, Menu as Lines, SunMoon } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { Link, useLocation, useSearch } from 'wouter'
import { SearchBox } from '#widgets/searchBox/SearchBox.tsx'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { authOpened, useMe, useSite } from '#data/index.ts'
import { feedLinks } from '../feedLinks.ts'
import { Logo } from '#ui/Logo.tsx'
import { match } from '#navigation/routes.ts'
import { useTheme } from '../theme.ts'
import { isPage, placeAt } from './searchPlace.ts'
import { themes } from './themes.ts'
import styles from './TopBar.module.css'

const QuickMenu = lazyComponent(() => import('./QuickMenu.tsx'))
const ThemeMenu = lazyComponent(() => import('./ThemeMenu.tsx'))
const Bell = lazyComponent(() => import('#widgets/notifications/index.ts').then((module) => ({ default: module.Bell })))

interface TopBarProps {
  /** `onNear` is called when the pointer or the focus reaches the menu's button. */
  leftMenu: { isOpen: boolean; onNear: () => void; onToggle: () => void }
}

export function TopBar({ leftMenu }: TopBarProps) {
  const { me, loading } = useMe()
  const site = useSite()
  const [path] = useLocation()
  const search = useSearch()
  const theme = useTheme()
  const themeIcon = themes.find(({ id }) => id === theme)?.icon ?? SunMoon
  return (
    <header id="top" className={styles.bar}>
      <nav className={styles.inside} aria-label={t.shell.navigation}>
        <div className={styles.start}>
          <IconButton
            name={t.shell.leftMenu}
            icon={<Icon as={Lines} />}
            aria-haspopup="dialog"
            aria-expanded={leftMenu.isOpen}
            onPointerEnter={leftMenu.onNear}
            onFocus={leftMenu.onNear}
            onClick={leftMenu.onToggle}
          />
          <Link href="/discover" className={styles.home} aria-label={t.shell.home}>
            <Logo />
            <span className={styles.name}>{t.common.product}</span>
          </Link>
        </div>
        <SearchBox context={placeAt(path, search)} isPage={isPage} />
        <div className={styles.end}>
          {feedLinks(site).map(({ id, href }) => (
            <Link key={id} href={href} className={styles.link} aria-current={path === href ? 'page' : undefined}>
              {t.shell[id]}
            </Link>
          ))}
          {me && <Bell fallback={<span className={styles.room} />} />}
          <span className={styles.theme}>
            <MenuButton
              menu={ThemeMenu}
              properties={{}}
              trigger={(properties) => <IconButton {...properties} name={t.shell.theme} icon={<Icon as={themeIcon} />} />}
            />
          </span>
          {me === null && !loading && <LogIn path={path} />}
          <MenuButton
            menu={QuickMenu}
            properties={{}}
            trigger={(properties) =>
              me ? (
                <button type="button" {...properties} className={styles.account} aria-label={t.shell.account(me.name)} title={me.name}>
                  <Avatar member={me} />
                </button>
              ) : (
                <IconButton {...properties} name={t.shell.more} icon={<Icon as={Ellipsis} />} />
              )
            }
          />
        </div>
      </nav>
    </header>
  )
}

/** The log-in button. Not on the login page, which shows the same form. */
function LogIn({ path }: { path: string }) {
  const dispatch = useDispatch()
  if (match(path).screen === 'auth') return null
  return (
    <Button kind="quiet" className={styles.logIn} onClick={() => dispatch(authOpened({ mode: 'login' }))}>
      {t.shell.logIn}
    </Button>
  )
}
