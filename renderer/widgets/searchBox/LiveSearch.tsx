import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { useSite } from '#data/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { answerQuestion, type Answer } from './answer.ts'
import { Dropdown } from './Dropdown.tsx'
import { contentOf, optionsOf, statusOf } from './content.ts'
import { afterFocusLoss } from './focusLoss.ts'
import { allHref } from './parseInput.ts'
import type { LiveSearchProps } from './types.ts'
import { createSession } from './session.ts'

/** Documented phone width (B9): there the field covers the bar and closes on blur. */
const narrow = '(max-width: 640px)'

/** Search session and dropdown. The input is rendered by the first screen, so events are attached to it here. */
export function LiveSearch({ context: { category }, isPage, form, input, typed, clear, onEnd }: LiveSearchProps) {
  const id = useId()
  const [, navigate] = useLocation()
  const dispatch = useDispatch() as ApiDispatch
  const session = useMemo(
    () => createSession<Answer>((question, signal) => answerQuestion({ dispatch, category, isPage }, question, signal)),
    [dispatch, category, isPage],
  )
  const view = useSyncExternalStore(session.subscribe, session.read)
  const [isCollapsed, setIsCollapsed] = useState(false)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  /** The last pointerdown was outside the box. */
  const pressedOutside = useRef(false)

  const content = contentOf(view)
  const { readOnly } = useSite()
  const options = optionsOf(content, typed.text, category).filter(({ kind: does }) => does !== 'add' || !readOnly)
  const active = options.findIndex(({ key }) => key === activeKey)
  const open = content !== null && !isCollapsed
  const optionId = (n: number) => `${id}-${n}`

  useEffect(() => {
    if (typed.source === 'given') return session.end()
    if (typed.source === 'composing') return
    session.start('')
    session.change(typed.text, typed.source === 'pasted')
  }, [session, typed])
  useEffect(() => () => session.end(), [session])

  const endSession = () => {
    session.end()
    onEnd()
  }
  const handleFocus = useEffectEvent(() => {
    setIsCollapsed(false)
    session.start(typed.source === 'given' ? '' : typed.text)
  })
  const handleFocusOut = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    // Either the window lost the focus, or the focus moved within the box.
    const inBox = document.activeElement === input.current || (relatedTarget instanceof Node && form.current?.contains(relatedTarget))
    const next = afterFocusLoss({
      narrow: matchMedia(narrow).matches,
      empty: typed.text.trim() === '',
      to: inBox ? 'box' : relatedTarget === null ? 'nothing' : 'elsewhere',
      pressedOutside: pressedOutside.current,
    })
    if (next === 'ends') endSession()
    else if (next === 'folds') setIsCollapsed(true)
  })
  const handlePointerDown = useEffectEvent(({ target }: PointerEvent) => {
    pressedOutside.current = target instanceof Node && form.current?.contains(target) === false
    // "Done" on a phone's keyboard has already blurred the input, so no focusout will follow.
    if (pressedOutside.current && document.activeElement !== input.current && content !== null && matchMedia(narrow).matches) endSession()
  })
  const handleInput = useEffectEvent(() => {
    setIsCollapsed(false)
    setActiveKey(null)
  })
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
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
      if (options.length === 0) return
      const from = active < 0 && key === 'ArrowUp' ? 0 : active
      const next = (from + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length
      setActiveKey(options[next]!.key)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    }
  })
  const handleSubmit = useEffectEvent((event: Event) => {
    event.preventDefault()
    // A link has no results page: Enter executes its first option.
    const index = active < 0 && view.question?.kind === 'link' ? 0 : active
    if (open && index >= 0 && options[index]) document.getElementById(optionId(index))?.click()
    else if (view.question?.kind === 'link') session.flush()
    else if (typed.text.trim() !== '') {
      endSession()
      navigate(allHref(typed.text, category))
    }
  })

  useEffect(() => {
    const [box, field] = [form.current, input.current]
    if (!box || !field) return
    const listening = new AbortController()
    const { signal } = listening
    field.addEventListener('focus', handleFocus, { signal })
    field.addEventListener('input', handleInput, { signal })
    field.addEventListener('keydown', handleKeyDown, { signal })
    box.addEventListener('focusout', handleFocusOut, { signal })
    document.addEventListener('pointerdown', handlePointerDown, { signal, capture: true })
    box.addEventListener('submit', handleSubmit, { signal })
    return () => listening.abort()
  }, [form, input])

  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.setAttribute('aria-expanded', String(open && options.length > 0))
    const setAttribute = (name: string, value: string | null) =>
      value === null ? field.removeAttribute(name) : field.setAttribute(name, value)
    setAttribute('aria-controls', open && options.length > 0 ? `${id}-list` : null)
    setAttribute('aria-activedescendant', open && active >= 0 ? `${id}-${active}` : null)
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
