/** What a user does on a page of the server before the app has started (server/http/firstScript.ts). */
declare global {
  interface Window {
    /** The pressed controls; undefined in a document that the browser renders, and once they were repeated. */
    strandClicks?: HTMLElement[] | undefined
  }
}

interface EarlyText {
  field: HTMLInputElement | HTMLTextAreaElement
  text: string
}

/**
 * Takes text out of the fields before React attaches to them: React would keep the text but not know of it. Returns a function that
 * types it again and repeats the presses, to be called when React has attached.
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const texts: EarlyText[] = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => {
      const text = field.value
      field.value = field.defaultValue
      return { field, text }
    })
  return () => {
    for (const early of texts) type(early)
    const clicks = window.strandClicks ?? []
    window.strandClicks = undefined
    for (const control of clicks) if (control.isConnected) control.click()
  }
}

/** The prototype's setter: React replaces the element's own, to ignore changes that it makes itself. */
function type({ field, text }: EarlyText): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
