import { useRef, useState } from 'react'
import { SlidersHorizontal } from 'lucide-react'
import { collectionHref, isNarrowed, unfiltered, type CollectionQuery } from '#contract/pages/collection.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { SidePanel } from '#ui/SidePanel.tsx'
import { FilterGroups } from './FilterPanel.tsx'
import styles from './FilterPanel.module.css'

/** The filters on narrow screens: a button that opens them in a side panel. */
export function FilterSheet({ query }: { query: CollectionQuery }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        icon={<Icon as={SlidersHorizontal} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {t.collection.filters}
      </Button>
      <SidePanel open={open} onClose={() => setOpen(false)} title={t.collection.filters}>
        <Sheet query={query} />
      </SidePanel>
    </>
  )
}

function Sheet({ query }: { query: CollectionQuery }) {
  const sheet = useRef<HTMLDivElement>(null)
  // "Clear" disappears when pressed: move the focus to the first group.
  useFocusFallback(sheet, () => sheet.current?.querySelector('h3'))
  return (
    <div ref={sheet} className={styles.sheet}>
      {isNarrowed(query) && (
        <ButtonLink href={collectionHref(unfiltered(query))} size="small">
          {t.collection.clear}
        </ButtonLink>
      )}
      <FilterGroups query={query} />
    </div>
  )
}
