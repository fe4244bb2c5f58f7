import { useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useMe, useSite } from '#data/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { Dropdown } from './Dropdown.tsx'
import { contentOf, optionsOf, statusOf } from './content.ts'
import { afterFocusLoss } from './focusLoss.ts'
import { allHref } from './parseInput.ts'
import type { LiveSearchProps } from './types.ts'
import { useComboboxAttributes } from './useComboboxAttributes.ts'
import { useFieldEvents } from './useFieldEvents.ts'
import { useSearchSession } from './useSearchSession.ts'

/** Documented phone width (B9): there the open field covers the top bar and closes on blur. */
const narrow = '(max-width: 640px)'

/**
 * Behaviour of the search box: search session, dropdown and keys. `SearchBox` has rendered the input before; its events
 * are attached here.
 */
export function LiveSearch({ context: { category }, isPage, form, input, typed, clear, onEnd }: LiveSearchProps) {
  const id = useId()
  const [, navigate] = useLocation()
  const { me } = useMe()
  const { session, view } = useSearchSession({ category, isPage, typed, viewer: me?.uid })
  /** The dropdown is closed, but its results are retained until the field gets the focus. */
  const [isCollapsed, setIsCollapsed] = useState(false)
  /** Key of the option selected with the arrow keys. */
  const [activeKey, setActiveKey] = useState<string | null>(null)
  /** The last pointerdown was outside the box. */
  const pressedOutside = useRef(false)

  const content = contentOf(view)
  const { readOnly } = useSite()
  const options = optionsOf(content, typed.text, category).filter(({ kind }) => kind !== 'add' || !readOnly)
  const active = options.findIndex(({ key }) => key === activeKey)
  const open = content !== null && !isCollapsed
  const optionId = (n: number) => `${id}-${n}`

  const endSession = () => {
    session.end()
    onEnd()
  }
  const moveActive = (by: 1 | -1) => {
    if (options.length === 0) return
    const from = active < 0 && by < 0 ? 0 : active
    const next = (from + by + options.length) % options.length
    setActiveKey(options[next]!.key)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  useFieldEvents(form, input, {
    onFocus() {
      setIsCollapsed(false)
      // Text that the page has set (`given`) is not searched until it is changed.
      session.start(typed.source === 'given' ? '' : typed.text)
    },
    onFocusOut({ relatedTarget }) {
      // The input stays the active element if the window has lost the focus; otherwise the focus may have moved within
      // the box.
      const inBox = document.activeElement === input.current || (relatedTarget instanceof Node && form.current?.contains(relatedTarget))
      const next = afterFocusLoss({
        narrow: matchMedia(narrow).matches,
        empty: typed.text.trim() === '',
        to: inBox ? 'box' : relatedTarget === null ? 'nothing' : 'elsewhere',
        pressedOutside: pressedOutside.current,
      })
      if (next === 'end') endSession()
      else if (next === 'collapse') setIsCollapsed(true)
    },
    onPointerDown({ target }) {
      pressedOutside.current = target instanceof Node && form.current?.contains(target) === false
      // "Done" on a phone's keyboard has already blurred the input, so no focusout will follow.
      if (pressedOutside.current && document.activeElement !== input.current && content !== null && matchMedia(narrow).matches) endSession()
    },
    onInput() {
      setIsCollapsed(false)
      setActiveKey(null)
    },
    onKeyDown(event) {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (isOfInputMethod(event) || altKey || ctrlKey || metaKey || shiftKey) return
      if (key === 'Escape') {
        // Escape must not close a surrounding dialog.
        event.preventDefault()
        event.stopPropagation()
        setActiveKey(null)
        clear()
        endSession()
      } else if ((key === 'ArrowDown' || key === 'ArrowUp') && content !== null) {
        event.preventDefault()
        setIsCollapsed(false)
        moveActive(key === 'ArrowDown' ? 1 : -1)
      }
    },
    onSubmit(event) {
      event.preventDefault()
      // A link has no results page: Enter executes its first option.
      const index = active < 0 && view.searchQuery?.kind === 'link' ? 0 : active
      if (open && index >= 0 && options[index]) document.getElementById(optionId(index))?.click()
      else if (view.searchQuery?.kind === 'link') session.flush()
      else if (typed.text.trim() !== '') {
        endSession()
        navigate(allHref(typed.text, category))
      }
    },
  })
  useComboboxAttributes(input, {
    listId: open && options.length > 0 ? `${id}-list` : null,
    activeId: open && active >= 0 ? optionId(active) : null,
  })

  return (
    <>
      {open && (
        <Dropdown
          id={id}
          content={content}
          options={options}
          active={active}
          onChoose={() => {
            clear()
            endSession()
          }}
        />
      )}
      <VisuallyHidden>
        <span role="status">{open ? statusOf(content) : ''}</span>
      </VisuallyHidden>
    </>
  )
}
