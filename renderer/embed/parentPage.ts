/**
 * The connection of a widget to the script variant on the page that embeds it. Any site may embed a widget, so a message from any origin is
 * valid, if it comes from the parent window. No message can do more than pause, and the reports contain nothing that the page does not see.
 */
import { widgetSize } from '#contract/pages/widget.ts'
import { parseCommand, reportMessage, type Report } from './messages.ts'

export interface ParentPage {
  reportPlaying(): void
  /** Notifies when another widget of the page plays. */
  onPause(listener: () => void): void
}

export function connectParentPage(window: Window): ParentPage {
  const { document, parent } = window
  const listeners: (() => void)[] = []
  /** The origin of the page; null until it connects. A page in a sandboxed frame has no origin that a message could name. */
  let origin: string | null = null

  const send = (report: Report): void => {
    if (origin !== null) parent.postMessage(reportMessage(report), origin)
  }
  function reportHeight(): void {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    const { min, max } = widgetSize.heights
    send({ event: 'height', height: Math.min(Math.max(height, min), max) })
  }

  if (parent !== window)
    window.addEventListener('message', ({ source, data, origin: sender }) => {
      const command = source === parent ? parseCommand(data) : null
      if (command === 'pause') for (const listener of listeners) listener()
      if (command !== 'connect') return
      const isFirst = origin === null
      origin = sender === 'null' ? '*' : sender
      if (isFirst) new ResizeObserver(reportHeight).observe(document.documentElement)
      else reportHeight()
    })
  return { reportPlaying: () => send({ event: 'playing' }), onPause: (listener) => void listeners.push(listener) }
}
