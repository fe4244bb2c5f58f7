import { useState } from 'react'
import { isLargeChange, useDebouncedValue } from '#ui/useDebouncedValue.ts'
import type { Kind } from './form.ts'
import { joinLines, looksLikeLink, multipleLinksIn, singleLinkIn, type Entry } from './links.ts'
import { useImages } from './useImages.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'

/** Debounce of the search (B4). */
const debounceMs = 450

/** The text field of the media step: its text is words to search for, a link to look up, or several links to post. */
export function useMediaBox(wizard: WizardState, medium: Medium) {
  const { form, change } = wizard
  const images = useImages(wizard, medium)
  const debouncedQuery = useDebouncedValue(form.query.trim(), debounceMs, isLargeChange)
  // The entries of the running or finished batch. The field, and so the draft, contains those not posted yet.
  const [bulkEntries, setBulkEntries] = useState<readonly Entry[] | null>(null)
  const [bulkKey, setBulkKey] = useState(0)
  const entries = form.mode === 'add' && form.kind !== 'image' ? (bulkEntries ?? multipleLinksIn(form.query)) : []
  const isBulk = entries.length > 0

  const lookUp = (link: string) => {
    if (form.kind === 'image') void images.fromLink(link)
    else void medium.lookUp(link)
  }
  const reset = () => {
    if (bulkEntries !== null) setBulkKey(bulkKey + 1)
    setBulkEntries(null)
    medium.clear()
    images.clear()
  }
  return {
    images,
    entries,
    isBulk,
    /** Identifies the batch: new input starts another one. */
    bulkKey,
    /** The words to search for; null for a link, several links or an empty field. */
    searchWords: debouncedQuery !== '' && !looksLikeLink(debouncedQuery) && !isBulk ? debouncedQuery : null,
    lookUp,
    enterQuery(query: string, isPasted: boolean) {
      reset()
      // Apps share one link with text around it: take the link only.
      const link = isPasted ? singleLinkIn(query) : null
      change({ query: link ?? query })
      if (link !== null || (isPasted && looksLikeLink(query) && multipleLinksIn(query).length === 0)) lookUp(link ?? query)
    },
    chooseKind(kind: Kind) {
      reset()
      change({ kind })
      if (kind === 'image' && wizard.pagePictures !== null) void images.offer(wizard.pagePictures)
    },
    /** Leaves only the unposted lines in the field. The batch keeps showing all of its entries. */
    keepUnposted(lines: readonly string[]) {
      setBulkEntries(entries)
      change({ query: joinLines(lines) })
    },
  }
}
