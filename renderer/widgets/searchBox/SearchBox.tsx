import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ArrowLeft, Search, X } from 'lucide-react'
import { useLocation } from 'wouter'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { openerNow } from '#ui/opener.ts'
import { CategoryFilter } from './CategoryFilter.tsx'
import { SearchInput } from './SearchInput.tsx'
import type { SearchBoxProps, Typed } from './types.ts'
import { useLiveSearch } from './useLiveSearch.ts'
import styles from './SearchBox.module.css'

/**
 * The search box of the top bar (X1). Only this part is in the first bundle; `LiveSearch` loads when the box is
 * reached.
 */
export function SearchBox({ context, isPage }: SearchBoxProps) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState<Typed>({ text: context.query, source: 'given' })
  const [page, setPage] = useState(context.page)
  const uid = useMe().me?.uid
  const [viewer, setViewer] = useState(uid)
  const { Live, preload } = useLiveSearch()
  // On narrow screens: the field is open and covers the top bar.
  const [opened, setOpened] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  if (page !== context.page) {
    setPage(context.page)
    setTyped({ text: context.query, source: 'given' })
    setOpened(false)
  }
  if (viewer !== uid) {
    setViewer(uid)
    // The next person must not see a former member's text. A visitor who logs in keeps theirs.
    if (viewer !== undefined) setTyped({ text: context.query, source: 'given' })
  }

  const open = () => {
    preload()
    flushSync(() => setOpened(true))
    input.current?.focus()
  }
  /** On narrow screens: closes the field, and moves the focus to the button that opens it. */
  const close = () => {
    if (!opened) return
    const hadFocus = form.current?.contains(openerNow())
    flushSync(() => setOpened(false))
    if (hadFocus) opener.current?.focus()
  }
  const clear = () => {
    setTyped({ text: '', source: 'typed' })
    input.current?.focus()
  }

  return (
    <div role="search" className={styles.search}>
      <IconButton
        ref={opener}
        name={t.searchBox.open}
        icon={<Icon as={Search} />}
        className={styles.opener}
        aria-keyshortcuts="/"
        aria-expanded={opened}
        onPointerEnter={preload}
        onClick={open}
      />
      <CategoryFilter place={context} />
      <form
        ref={form}
        // Before the scripts have loaded, the browser sends the form.
        action="/search"
        className={classes(styles.box, opened && styles.opened)}
        onPointerEnter={preload}
        onFocus={preload}
        onSubmit={(event) => {
          // `LiveSearch` has handled it.
          if (event.defaultPrevented) return
          event.preventDefault()
          if (typed.text.trim() !== '') navigate(`/search?q=${encodeURIComponent(typed.text.trim())}`)
        }}
      >
        <IconButton name={t.searchBox.close} icon={<Icon as={ArrowLeft} />} className={styles.back} onClick={close} />
        <span className={styles.glyph}>
          <Icon as={Search} size={18} />
        </span>
        <SearchInput ref={input} typed={typed} setTyped={setTyped} />
        {typed.text !== '' && (
          <IconButton
            name={t.searchBox.clear}
            icon={<Icon as={X} size={18} />}
            className={styles.clear}
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
          />
        )}
        {Live && (
          <Live
            context={context}
            isPage={isPage}
            form={form}
            input={input}
            typed={typed}
            clear={() => setTyped({ text: '', source: 'given' })}
            onEnd={close}
          />
        )}
      </form>
    </div>
  )
}
