import { useEffect, useRef, useState } from 'react'
import { Search, X } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { collectionHref, type CollectionAsked } from '#contract/pages/collection.ts'
import { searchHref } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './OwnSearch.module.css'

/** As elsewhere while somebody types (A9), in milliseconds. */
const debounceMs = 450

/** Finds in one's own collection by the words of headlines; what looks deeper is the search itself (X4). */
export function OwnSearch({ asked }: { asked: CollectionAsked }) {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(asked.q)
  const [known, setKnown] = useState(asked.q)
  const field = useRef<HTMLInputElement>(null)
  // Going back, and clearing the filters, change what is asked without anybody typing.
  if (known !== asked.q) {
    setKnown(asked.q)
    if (typed.trim() !== asked.q) setTyped(asked.q)
  }
  const q = typed.trim()
  const seek = () => q !== asked.q && navigate(collectionHref({ ...asked, q }), { replace: true })
  const latest = useRef(seek)
  useEffect(() => {
    latest.current = seek
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), debounceMs)
    return () => clearTimeout(timer)
  }, [q])

  return (
    <form
      className={styles.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        seek()
      }}
    >
      <label className={styles.box}>
        <Icon as={Search} />
        <input
          ref={field}
          className={styles.input}
          aria-label={t.collection.search}
          placeholder={t.collection.search}
          title={t.collection.searchHint}
          enterKeyHint="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {typed !== '' && (
          <IconButton
            name={t.collection.clearSearch}
            icon={<Icon as={X} size={18} />}
            onClick={() => {
              setTyped('')
              field.current?.focus()
            }}
          />
        )}
      </label>
      {asked.q !== '' && (
        <Link className={styles.deeper} href={searchHref({ tab: 'posts', q: asked.q, category: null, own: true })}>
          {t.collection.searchDeeper}
        </Link>
      )}
    </form>
  )
}
