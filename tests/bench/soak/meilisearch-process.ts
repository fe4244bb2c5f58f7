/** The stand-in for Meilisearch, in a process of its own. */
import { startFakeMeilisearch } from '../../support/meilisearch.ts'

export type MeilisearchCommand = 'stop' | 'start'

const fake = await startFakeMeilisearch()
// Tests look at them; here they would only grow.
setInterval(() => (fake.requests.length = 0), 1000)
process.on('message', (command: MeilisearchCommand) => void fake[command]().then(() => process.send!(command)))
process.on('disconnect', () => process.exit())
process.send!({ url: fake.url, key: fake.key })
