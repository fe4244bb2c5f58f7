import { useEffect, useRef, useState } from 'react'
import { Search, X } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { collectionHref, type CollectionQuery } from '#contract/pages/collection.ts'
import { searchHref } from '#contract/pages/search.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './OwnSearch.module.css'

/** Delay between the last input and the search (A9, ms). */
const debounceMs = 450

/**
 * Searches the viewer's own collection by headline. A link leads to the search page, which also searches texts and tags
 * (X4).
 */
export function OwnSearch({ query }: { query: CollectionQuery }) {
  const [, navigate] = useLocation()
  const [input, setInput] = useState(query.q)
  const [appliedQuery, setAppliedQuery] = useState(query.q)
  const field = useRef<HTMLInputElement>(null)
  // Back navigation and "Clear" change the query of the URL: copy it to the field, unless only spaces differ.
  if (appliedQuery !== query.q) {
    setAppliedQuery(query.q)
    if (input.trim() !== query.q) setInput(query.q)
  }
  const q = input.trim()
  const applyQuery = () => q !== query.q && navigate(collectionHref({ ...query, q }), { replace: true })
  // A ref, so that the timer below restarts only on input, not when another filter changes the query.
  const latestApply = useRef(applyQuery)
  useEffect(() => {
    latestApply.current = applyQuery
  })
  useEffect(() => {
    const timer = setTimeout(() => latestApply.current(), debounceMs)
    return () => clearTimeout(timer)
  }, [q])

  return (
    <form
      className={styles.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        applyQuery()
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
          value={input}
          onChange={({ target }) => setInput(target.value)}
        />
        {input !== '' && (
          <IconButton
            name={t.collection.clearSearch}
            icon={<Icon as={X} size={18} />}
            onClick={() => {
              setInput('')
              field.current?.focus()
            }}
          />
        )}
      </label>
      {query.q !== '' && (
        <Link className={styles.deeper} href={searchHref({ tab: 'posts', q: query.q, category: null, own: true })}>
          {t.collection.searchDeeper}
        </Link>
      )}
    </form>
  )
}
