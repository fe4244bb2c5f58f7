import { useRef, useState } from 'react'
import { SlidersHorizontal } from 'lucide-react'
import { collectionHref, isNarrowed, unfiltered, type CollectionAsked } from '#contract/pages/collection.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { SidePanel } from '#ui/SidePanel.tsx'
import { FilterGroups } from './FilterPanel.tsx'
import styles from './FilterPanel.module.css'

/** The filters where there is no room beside the posts. */
export function FilterSheet({ asked }: { asked: CollectionAsked }) {
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
        <Sheet asked={asked} />
      </SidePanel>
    </>
  )
}

function Sheet({ asked }: { asked: CollectionAsked }) {
  const sheet = useRef<HTMLDivElement>(null)
  // The way out goes when it has been taken.
  useKeptFocus(sheet, () => sheet.current?.querySelector('h3'))
  return (
    <div ref={sheet} className={styles.sheet}>
      {isNarrowed(asked) && (
        <ButtonLink href={collectionHref(unfiltered(asked))} size="small">
          {t.collection.clear}
        </ButtonLink>
      )}
      <FilterGroups asked={asked} />
    </div>
  )
}
