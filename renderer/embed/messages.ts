/**
 * The messages between a widget and the script variant on the page of another site, by `postMessage`. A message is a plain object with
 * exactly the fields below; everything else is ignored. Pure.
 */
import { widgetSize } from '#contract/pages/widget.ts'

const sender = 'strand-widget'

/** To a widget. `connect`: send reports from now on. `pause`: another widget of the page plays. */
export type Command = 'connect' | 'pause'

/** From a widget. `height`: of its content in pixels. `playing`: it has started to play. */
export type Report = { event: 'height'; height: number } | { event: 'playing' }

export const commandMessage = (command: Command) => ({ sender, command })
export const reportMessage = (report: Report) => ({ sender, ...report })

/** The fields of a message, if it has exactly these; else null. */
function fieldsOf(message: unknown, names: readonly string[]): Record<string, unknown> | null {
  if (typeof message !== 'object' || message === null || Object.getPrototypeOf(message) !== Object.prototype) return null
  const keys = Object.keys(message)
  if (keys.length !== names.length || !names.every((name) => keys.includes(name))) return null
  const fields = message as Record<string, unknown>
  return fields['sender'] === sender ? fields : null
}

export function parseCommand(message: unknown): Command | null {
  const command = fieldsOf(message, ['sender', 'command'])?.['command']
  return command === 'connect' || command === 'pause' ? command : null
}

export function parseReport(message: unknown): Report | null {
  if (fieldsOf(message, ['sender', 'event'])?.['event'] === 'playing') return { event: 'playing' }
  const sized = fieldsOf(message, ['sender', 'event', 'height'])
  const height = sized?.['height']
  const { min, max } = widgetSize.heights
  if (sized?.['event'] !== 'height' || typeof height !== 'number' || !Number.isInteger(height) || height < min || height > max) return null
  return { event: 'height', height }
}
