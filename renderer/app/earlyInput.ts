/** What a user does on a page of the server before the app has started, recorded by server/http/firstScript.ts. */
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

/** Age from which a key is dropped (ms): by then the user may be typing elsewhere. */
const maxKeyAgeMs = 1000

/**
 * To be called right before React attaches to the page: from then on React handles presses itself. Takes text out of the fields, because
 * React would keep it but not know of it. Returns a function that types it again and repeats the presses and keys, to be called when
 * React has attached.
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const { controls = [], keys = [], stop } = window.strandEarlyInput ?? {}
  stop?.()
  const texts = [...root.querySelectorAll<Field>('input, textarea')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => {
      const text = field.value
      field.value = field.defaultValue
      return { field, text }
    })
  return () => {
    // React has not seen the focus that a field got before.
    const focused = document.activeElement
    if (focused !== null && root.contains(focused)) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    for (const { field, text } of texts) type(field, text)
    for (const control of controls.splice(0)) {
      if (!control.isConnected) continue
      // What waits for the first interaction, such as the player, starts now.
      control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      control.click()
    }
    // A key on a control has had its effect, unless it is Escape: it pressed the control, or changed the field.
    for (const event of keys.splice(0)) {
      const isRecent = performance.now() - event.timeStamp < maxKeyAgeMs
      if (isRecent && (event.target === document.body || event.key === 'Escape'))
        event.target?.dispatchEvent(new KeyboardEvent('keydown', event))
    }
  }
}

/** By the setter of the prototype: React replaces the element's own, to ignore changes that it makes itself. */
function type(field: Field, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
