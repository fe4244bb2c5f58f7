/** The next generation: of a small site written here, of others by a process of its own. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Building, SearchDocument } from '../port.ts'
import type { BuildMessage, BuildReply } from './build-process.ts'
import { publish, type Generations } from './generations.ts'
import { createStore, type Store } from './store.ts'

/** Up to this many documents, a process takes longer to start than the documents to be written. */
export const smallSize = 500

/** Documents of a small site per write, in this process. */
const batch = 20

const isBundled = !import.meta.url.endsWith('.ts')
const script = fileURLToPath(new URL(isBundled ? './search-build.js' : './build-process.ts', import.meta.url))

function startProcess(path: string) {
  const child: ChildProcess = fork(script, [path], {
    execArgv: isBundled ? ['--enable-source-maps'] : ['--import', 'tsx'],
    // Temporary files can be larger than the index: they go to its disk, since /tmp can be in memory. It needs none of the server's secrets.
    env: { SQLITE_TMPDIR: dirname(path) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`))
  })
  return {
    /** Resolves when the process has done it. */
    async send(message: BuildMessage): Promise<void> {
      const over = new AbortController()
      const reply = once(child, 'message', { signal: over.signal }).then(
        ([reply]) => (reply as BuildReply).error,
        () => null,
      )
      // An error of the channel is the end of the process, which has a reason.
      child.send(message, () => undefined)
      const error = await Promise.race([reply, ended])
      over.abort()
      if (error !== null) throw new Error(`The process that builds the search index failed: ${error}`)
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function write(store: Store, documents: readonly SearchDocument[], position: number): Promise<void> {
  for (let from = 0; from === 0 || from < documents.length; from += batch) {
    store.write({ put: documents.slice(from, from + batch), remove: [], removeWithin: [] }, position)
    await pause()
  }
}

export function createBuilding(generations: Generations, small: number): Building {
  let path = generations.building()
  const store = createStore(path)
  generations.opened(path)
  const waiting: SearchDocument[] = []
  let builder: ReturnType<typeof startProcess> | null = null

  async function discard(): Promise<void> {
    store.close()
    await builder?.kill()
    generations.abandon(path)
  }

  return {
    async put(documents) {
      waiting.push(...documents)
      if (builder === null && waiting.length <= small) return
      if (builder === null) {
        await discard()
        path = generations.building()
        builder = startProcess(path)
      }
      await builder.send({ documents: waiting.splice(0) })
      generations.opened(path)
    },
    async finish(position) {
      if (builder === null) {
        await write(store, waiting, position)
        publish(path, store.close)
      } else {
        await builder.send({ position })
        await builder.kill()
      }
      generations.adopt()
    },
    abandon: discard,
  }
}
