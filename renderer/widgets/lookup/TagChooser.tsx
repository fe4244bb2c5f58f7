import { useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { TokenField } from './TokenField.tsx'
import { splitTags, parseReference, addTags, type TagRules } from './tags.ts'
import { useLibrary } from './useLibrary.tsx'
import { useOpen } from './useOpen.ts'

interface TagChooserProps extends TagRules {
  label: string
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
  value: readonly string[]
  onChange: (tags: string[]) => void
}

/** Tag input that completes existing tags; after `@` and `*` members and playlists, whose names become tags (D7). */
export function TagChooser({ value, onChange, spaces, single, ...field }: TagChooserProps) {
  const rules = { spaces, single }
  const [text, setText] = useState('')
  const { open, show, dismiss, scheduleClose } = useOpen()
  const chosen = new Set(value.map((tag) => tag.toLowerCase()))
  const library = useLibrary(open ? parseReference(text) : null).filter(({ word }) => !chosen.has(word.toLowerCase()))

  const add = (pieces: readonly string[]) => onChange(addTags(value, pieces, rules))
  const handleText = (input: string) => {
    const { done, rest } = splitTags(input, rules)
    if (done.length > 0) add(done)
    setText(rest.trimStart())
    show()
  }
  return (
    <TokenField
      {...field}
      sign="#"
      tokens={value}
      text={text}
      suggestions={library}
      full={!single && value.length >= limits.tags.count}
      onText={handleText}
      onCompose={(input) => {
        setText(input)
        dismiss()
      }}
      onPick={({ kind, label, word }) => {
        add([kind === 'member' ? label : word])
        setText('')
      }}
      onRemove={(tag) => onChange(value.filter((one) => one !== tag))}
      onCommit={() => {
        add([text])
        setText('')
      }}
      onDismiss={dismiss}
      onFocus={show}
      onBlur={scheduleClose}
    />
  )
}
