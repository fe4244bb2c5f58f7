/**
 * The one place where media are drawn: an element that stays where it is in the document, because a
 * provider's frame that is moved in the DOM loads anew. A page moves it on the screen, by its style.
 */
import type { OutputId } from './ids.ts'

export interface Stage {
  /** Fixed until the page says otherwise, and without a size until the page gives it one. */
  readonly element: HTMLElement
  hostFor(id: OutputId): HTMLElement
}

export function createStage(document: Document): Stage {
  const element = document.createElement('div')
  element.dataset['playerStage'] = ''
  element.style.position = 'fixed'
  document.body.append(element)
  const hosts = new Map<OutputId, HTMLElement>()
  return {
    element,
    hostFor(id) {
      const known = hosts.get(id)
      if (known !== undefined) return known
      const host = document.createElement('div')
      host.dataset['output'] = id
      host.hidden = true
      Object.assign(host.style, { position: 'absolute', inset: '0' })
      element.append(host)
      hosts.set(id, host)
      return host
    },
  }
}
