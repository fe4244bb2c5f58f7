import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Bold, Italic, Strikethrough, Underline, type LucideIcon } from 'lucide-react'
import { t } from '../texts/index.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './RichTextField.module.css'

interface RichTextFieldProps {
  label: string
  /** HTML as the server gave it; read once. */
  initial?: string
  placeholder?: string
  error?: ReactNode
  /** HTML, '' where there are no words. */
  onChange: (html: string) => void
}

const marks: { command: string; icon: LucideIcon; name: keyof typeof t.richText }[] = [
  { command: 'bold', icon: Bold, name: 'bold' },
  { command: 'italic', icon: Italic, name: 'italic' },
  { command: 'underline', icon: Underline, name: 'underline' },
  { command: 'strikeThrough', icon: Strikethrough, name: 'strike' },
]

/** To where something is dropped, where the browser knows a place for it. */
function caretTo(x: number, y: number): void {
  const place = document.caretPositionFromPoint?.(x, y)
  if (place) document.getSelection()?.collapse(place.offsetNode, place.offset)
}

/**
 * Text with the four marks that a post may have (A5). The browser's own editing does the work: its
 * shortcuts, its undo, its spelling. What is pasted or dropped loses its looks; the server cleans the rest.
 */
export function RichTextField({ label, initial = '', placeholder, error, onChange }: RichTextFieldProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Only once: React must not touch what the person writes.
    if (box.current) box.current.innerHTML = initial
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Which marks the text has where the caret stands.
  const [active, setActive] = useState<readonly string[]>([])
  useEffect(() => {
    const look = () => {
      const inside = box.current?.contains(document.getSelection()?.anchorNode ?? null) ?? false
      setActive(inside ? marks.map(({ command }) => command).filter((command) => document.queryCommandState(command)) : [])
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [])

  const tell = () => {
    const element = box.current
    if (!element) return
    const empty = (element.textContent ?? '').trim() === ''
    element.toggleAttribute('data-empty', empty)
    onChange(empty ? '' : element.innerHTML)
  }
  const run = (command: string) => {
    box.current?.focus()
    document.execCommand(command)
    setActive((now) => (now.includes(command) ? now.filter((one) => one !== command) : [...now, command]))
    tell()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    // A line break, where browsers would each make a block of their own.
    event.preventDefault()
    document.execCommand('insertLineBreak')
    tell()
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
  }
  // What is moved within the text is the text's own.
  const own = useRef(false)
  const onDrop = (event: DragEvent) => {
    if (own.current) return
    event.preventDefault()
    const words = event.dataTransfer.getData('text/plain')
    if (words === '') return
    box.current?.focus()
    caretTo(event.clientX, event.clientY)
    document.execCommand('insertText', false, words)
  }

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>{label}</span>
        <div className={styles.tools} role="group" aria-label={t.richText.tools}>
          {marks.map(({ command, icon, name }) => (
            <IconButton
              key={command}
              name={t.richText[name]}
              icon={<Icon as={icon} size={16} />}
              className={styles.tool}
              pressed={active.includes(command)}
              // A press must not take the selection away from the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(command)}
            />
          ))}
        </div>
      </div>
      <div
        ref={box}
        className={classes(styles.box, Boolean(error) && styles.wrong)}
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
        data-empty={initial === '' ? '' : undefined}
        onInput={tell}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onDragStart={() => (own.current = true)}
        onDragEnd={() => (own.current = false)}
        onDrop={onDrop}
      />
      <p id={`${id}-error`} className={styles.error} role="alert">{error}</p>
    </div>
  )
}
