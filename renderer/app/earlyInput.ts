/**
 * Input on a page that the server has rendered, from before the app has started. The inline script of
 * server/http/firstScript.ts records it; `takeEarlyInput` repeats it.
 */
interface EarlyInput {
  /** Pressed buttons, in order. */
  controls: HTMLElement[]
  keys: KeyboardEvent[]
  stop(): void
}

declare global {
  interface Window {
    /** Only in a document that the server has rendered. */
    strandEarlyInput?: EarlyInput
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Keys older than this (ms) are dropped: the user may be typing elsewhere since then. */
const maxKeyAgeMs = 1000

/**
 * Stops the recording and removes typed text from the fields, because React would not notice text that is already
 * there. Returns a function that enters the text again and repeats the presses and keys. Call this right before React
 * attaches to the page, and the returned function once React has attached.
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const { controls = [], keys = [], stop } = window.strandEarlyInput ?? {}
  stop?.()
  const presses = controls.splice(0).map((control) => ({ control, name: uniqueNameOf(control, root) }))
  const texts = [...root.querySelectorAll<Field>('input, textarea')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => {
      const text = field.value
      field.value = field.defaultValue
      return { field, text }
    })
  return () => {
    // React missed the focus event of a field that got the focus earlier.
    const focused = document.activeElement
    if (focused !== null && root.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    for (const { field, text } of texts) type(field, text)
    for (const { control: pressed, name } of presses) {
      // On a revisited page, React replaces the elements of the server.
      const control = pressed.isConnected ? pressed : controlNamed(name, root)
      if (control === null) continue
      // Starts code that waits for the first interaction (ui/firstInteraction.ts) or a press on play (ui/intent.ts).
      control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      control.click()
    }
    // Not keys on a control, except Escape: the browser has already pressed the control or changed the field.
    for (const event of keys.splice(0)) {
      const isRecent = performance.now() - event.timeStamp < maxKeyAgeMs
      if (isRecent && (event.target === document.body || event.key === 'Escape'))
        event.target?.dispatchEvent(new KeyboardEvent('keydown', event))
    }
  }
}

/** The label of a control, and those of the parts of the page that it is in. */
function nameOf(control: Element): string {
  const labels = [control.textContent]
  for (let part: Element | null = control; part !== null; part = part.parentElement) labels.push(part.getAttribute('aria-label') ?? '')
  return labels.filter(Boolean).join(' in ')
}

/** The control of this name. Null if there is none, or several: another one would be another action. */
function controlNamed(name: string | null, root: HTMLElement): HTMLElement | null {
  const named = [...root.querySelectorAll<HTMLElement>('button,[role="button"]')].filter((control) => nameOf(control) === name)
  return named.length === 1 ? named[0]! : null
}

/** The name of a control; null if others have the same name. */
function uniqueNameOf(control: HTMLElement, root: HTMLElement): string | null {
  const name = nameOf(control)
  return controlNamed(name, root) === control ? name : null
}

/**
 * Sets a field's value so that React notices: React replaces the element's own setter and ignores changes made through
 * it, so this calls the setter of the prototype.
 */
function type(field: Field, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
