/**
 * The stage: the one element in which outputs draw their media. It is never moved in the DOM, because a moved iframe
 * reloads. The page positions it by its style.
 */
import type { OutputId } from './ids.ts'

export interface Stage {
  readonly element: HTMLElement
  /** The child of the stage in which an output draws. */
  hostFor(id: OutputId): HTMLElement
}

/** @param parent where the stage stays; without it, the stage is `position: fixed` and without a size, until the page styles it */
export function createStage(document: Document, parent?: HTMLElement): Stage {
  const element = document.createElement('div')
  element.dataset['playerStage'] = ''
  if (parent === undefined) element.style.position = 'fixed'
  ;(parent ?? document.body).append(element)
  const hosts = new Map<OutputId, HTMLElement>()
  return {
    element,
    hostFor(id) {
      const known = hosts.get(id)
      if (known !== undefined) return known
      const host = document.createElement('div')
      host.dataset['output'] = id
      host.hidden = true
      // Not `inset`, which televisions do not support.
      Object.assign(host.style, { position: 'absolute', top: '0', right: '0', bottom: '0', left: '0' })
      element.append(host)
      hosts.set(id, host)
      return host
    },
  }
}
