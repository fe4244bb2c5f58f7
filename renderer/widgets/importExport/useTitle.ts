import { useState } from 'react'
import { useDraft } from '#data/useDraft.ts'

/** Stored draft: an edited title and the name of its file. */
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
 * `initial`: a title entered before the import; it takes precedence over the file's.
 */
export function useTitle(initial: string) {
  const { savedDraft, saveDraft } = useDraft('bead:import', parseTitleDraft)
  const [file, setFile] = useState('')
  const [value, setValue] = useState('')
  const [typed, setTyped] = useState(false)
  return {
    value,
    /** The user has edited the title. */
    typed,
    /** Sets the title when a file is selected: the draft's if it belongs to this file, else `initial` or the file's. */
    suggest(name: string, title: string) {
      const isSameFile = savedDraft?.file === name
      setFile(name)
      setTyped(isSameFile)
      setValue(isSameFile ? savedDraft.title : initial || title)
    },
    change(title: string) {
      setValue(title)
      setTyped(true)
      saveDraft({ file, title })
    },
    discardDraft() {
      setTyped(false)
      saveDraft(null)
    },
  }
}
