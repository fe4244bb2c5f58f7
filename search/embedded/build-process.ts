/** The process that builds an index: `building.ts` starts it with the path of the file. */
import type { SearchDocument } from '../port.ts'
import { createStoreBuilder } from './build.ts'
import { publish } from './generations.ts'

/** Documents, or the position that completes the index. */
export type BuildMessage = { documents: readonly SearchDocument[] } | { position: number }
/** Ready for the next message; or why the build failed. */
export type BuildReply = { error: string | null }

const [, , path = ''] = process.argv
// It ends with the server. Signals to the process group, as of Ctrl+C, are for the server, which may need the build a little longer.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

const builder = createStoreBuilder(path)

async function handle(message: BuildMessage): Promise<void> {
  if ('documents' in message) return builder.put(message.documents)
  publish(path, await builder.complete(message.position))
}

process.on('message', (message: BuildMessage) => {
  handle(message).then(
    () => process.send!({ error: null } satisfies BuildReply),
    (error: unknown) => process.send!({ error: String(error) } satisfies BuildReply, () => process.exit(1)),
  )
})
