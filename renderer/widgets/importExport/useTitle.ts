import { useState } from 'react'
import { useDraft } from '#data/useDraft.ts'

interface TitleDraft {
  file: string
  title: string
}

const parseTitleDraft = (value: unknown): TitleDraft | null => {
  const { file, title } = (typeof value === 'object' && value !== null ? value : {}) as Partial<TitleDraft>
  return typeof file === 'string' && typeof title === 'string' ? { file, title } : null
}

/**
 * Title of the playlist that a file is imported into: suggested from the file until the user edits it. Edits survive a reload (draft).
 */
export function useTitle(initial: string) {
  const { found, keep } = useDraft('bead:import', parseTitleDraft)
  const [file, setFile] = useState('')
  const [value, setValue] = useState('')
  const [typed, setTyped] = useState(false)
  return {
    value,
    typed,
    /** Sets the suggested title when a file is selected. */
    suggest(name: string, title: string) {
      const isSameFile = found?.file === name
      setFile(name)
      setTyped(isSameFile)
      setValue(isSameFile ? found.title : initial || title)
    },
    change(title: string) {
      setValue(title)
      setTyped(true)
      keep({ file, title })
    },
    discardDraft() {
      setTyped(false)
      keep(null)
    },
  }
}
