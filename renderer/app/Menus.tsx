import { useState } from 'react'
import { useLocation } from 'wouter'
import { platform } from '#host/platform.ts'
import { isQuickPost } from '#navigation/routes.ts'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { useLeftMenu } from './left/useLeftMenu.ts'
import { TopBar } from './top/TopBar.tsx'
import { WindowBar } from './top/WindowBar.tsx'

const LeftMenu = lazyComponent(() => import('./left/LeftMenu.tsx'))

/** The menus of the shell; in the small window of the bookmarklet only the logo. */
export function Menus() {
  const [path] = useLocation()
  return isQuickPost(path) && platform.bridge === null ? <WindowBar /> : <PageMenus />
}

/** The top bar and the left menu. The menu's code is preloaded when the pointer or focus reaches its button. */
function PageMenus() {
  const left = useLeftMenu()
  const [isMounted, setMounted] = useState(false)
  if (left.isOpen && !isMounted) setMounted(true)
  return (
    <>
      <TopBar leftMenu={{ isOpen: left.isOpen, onNear: LeftMenu.preload, onToggle: left.open }} />
      {isMounted && <LeftMenu isOpen={left.isOpen} hide={left.hide} {...asWindow({ open: left.isOpen }, () => left.hide('now'))} />}
    </>
  )
}
