/** The outputs of a widget (J1). In a file of its own, so that pages do not load it. */
import type { OutputEntry } from '../ports.ts'
import type { Stream } from '../state.ts'
import { canPlayFile, isDash, isHls } from './formats.ts'
import { lazyModule, outputs } from './registry.ts'

const fileOutput: OutputEntry = {
  id: 'file',
  canPlay: (stream) => stream.type === 'file' && !isHls(stream) && !isDash(stream) && canPlayFile(stream),
  ...lazyModule(() => import('./file.ts')),
}

/** Files play without React. The hosted output, which needs it, is not prepared long before it is needed. */
export const widgetOutputs: readonly OutputEntry[] = outputs.flatMap((entry) => {
  if (entry.id !== 'hosted') return entry
  const { own: _own, ...hosted } = entry
  return [fileOutput, { ...hosted, canPlay: (stream: Stream) => hosted.canPlay(stream) && !fileOutput.canPlay(stream) }]
})
