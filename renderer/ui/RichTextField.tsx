import { useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Bold, Italic, Strikethrough, Underline, type LucideIcon } from 'lucide-react'
import { t } from '#texts/index.ts'
import { registerEditable } from './editable.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { createEditor, type Editor } from './richText/editor.ts'
import type { MarkName } from './richText/schema.ts'
import styles from './RichTextField.module.css'

interface RichTextFieldProps {
  label: string
  /** HTML from the server; only read on mount. */
  initial?: string
  placeholder?: string
  error?: ReactNode
  /** HTML; '' without text. */
  onChange: (html: string) => void
}

/** `key` is combined with Control, or with Command on Apple systems. */
const marks: { mark: MarkName; icon: LucideIcon; name: keyof typeof t.richText; key?: string }[] = [
  { mark: 'b', icon: Bold, name: 'bold', key: 'B' },
  { mark: 'i', icon: Italic, name: 'italic', key: 'I' },
  { mark: 'u', icon: Underline, name: 'underline', key: 'U' },
  { mark: 's', icon: Strikethrough, name: 'strike' },
]

/** The same detection as ProseMirror's. */
const modifier = (): string => (/Mac|iP(?:hone|[oa]d)/.test(globalThis.navigator?.platform ?? '') ? 'Meta' : 'Control')

/**
 * A text field with the four marks that a post can have (A5). The editor is large: import this file lazily. Pasted and dropped text loses
 * its formatting; the server sanitises the rest.
 */
export function RichTextField({ label, initial = '', placeholder, error, onChange }: RichTextFieldProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const [active, setActive] = useState<readonly MarkName[]>([])
  const [empty, setEmpty] = useState(initial === '')

  const change = useEffectEvent((html: string) => {
    setEmpty(html === '')
    onChange(html)
  })
  // From here on the editor owns the element's content and class names, React the other attributes.
  const start = useEffectEvent((place: HTMLElement) =>
    createEditor(place, initial, { onChange: (html) => change(html), onMarks: setActive }),
  )
  useLayoutEffect(() => {
    const place = box.current!
    const made = start(place)
    editor.current = made
    const unregister = registerEditable(place, made)
    return () => {
      unregister()
      made.destroy()
      editor.current = null
    }
  }, [])

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <div className={styles.tools} role="group" aria-label={t.richText.tools}>
          {marks.map(({ mark, icon, name, key }) => (
            <IconButton
              key={mark}
              name={t.richText[name]}
              icon={<Icon as={icon} size={16} />}
              className={styles.tool}
              pressed={active.includes(mark)}
              aria-keyshortcuts={key && `${modifier()}+${key}`}
              // A press must not clear the text selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => editor.current?.toggle(mark)}
            />
          ))}
        </div>
      </div>
      <div
        ref={box}
        className={styles.box}
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={`${id}-label`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-placeholder={placeholder}
        data-placeholder={placeholder}
        data-empty={empty ? '' : undefined}
      />
      <p id={`${id}-error`} className={styles.error} role="alert">
        {error}
      </p>
    </div>
  )
}
