import { useState } from 'react'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import { useLeftMenu } from './left/useLeftMenu.ts'
import { TopBar } from './top/TopBar.tsx'

const LeftMenu = lazyComponent(() => import('./left/LeftMenu.tsx'))

/** The top bar and the left menu. The menu's code is preloaded when the pointer or focus reaches its button. */
export function Menus() {
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
