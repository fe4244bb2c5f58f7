import { useState } from 'react'
import { useDraft } from '#data/useDraft.ts'

interface Kept {
  file: string
  title: string
}

const asKept = (value: unknown): Kept | null => {
  const { file, title } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Kept>
  return typeof file === 'string' && typeof title === 'string' ? { file, title } : null
}

/**
 * Title of the playlist that a file is imported into: suggested from the file until the user edits it. Edits survive a reload (draft).
 */
export function useTitle(begun: string) {
  const { found, keep } = useDraft('bead:import', asKept)
  const [file, setFile] = useState('')
  const [value, setValue] = useState('')
  const [typed, setTyped] = useState(false)
  return {
    value,
    typed,
    /** Sets the suggested title when a file is selected. */
    suggest(name: string, title: string) {
      const again = found?.file === name
      setFile(name)
      setTyped(again)
      setValue(again ? found.title : begun || title)
    },
    change(title: string) {
      setValue(title)
      setTyped(true)
      keep({ file, title })
    },
    forget() {
      setTyped(false)
      keep(null)
    },
  }
}
