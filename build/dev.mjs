/** `npm run dev`: the server under tsx, restarted when it changes, and Vite with hot module replacement. */
import './lib/nodeVersion.mjs'
import { spawn } from 'node:child_process'
import { ensureDependencies } from './lib/dependencies.mjs'
import { freePort } from './lib/port.mjs'
import { at, root } from './lib/paths.mjs'

await ensureDependencies()
const { createServer } = await import('vite')

const port = await freePort(5173)
const origin = `http://127.0.0.1:${port}`
const vite = await createServer({
  configFile: at('build/vite.config.ts'),
  // The document comes from Strand's server, so everything that Vite serves needs its full address.
  server: { host: '127.0.0.1', port, strictPort: true, origin },
})
await vite.listen()
// Vite would end this process before the server has closed its database.
process.removeAllListeners('SIGTERM')
process.stdin.removeAllListeners('end')
console.log(`Vite serves the renderer's modules at ${origin}`)

const server = spawn(process.execPath, [at('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'], {
  cwd: root,
  env: { ...process.env, STRAND_VITE_ORIGIN: origin },
  stdio: ['ignore', 'inherit', 'inherit'],
  // In a separate process group: Ctrl+C arrives here from the terminal and again from npm, and tsx would take the
  // second signal as a forced exit.
  detached: true,
})

let stopping = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    if (!stopping) server.kill('SIGTERM')
    stopping = true
  })
}

server.once('exit', async (code) => {
  await vite.close()
  process.exit(stopping ? 0 : (code ?? 1))
})
