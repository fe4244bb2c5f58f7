/** Waits until the server at HOST and PORT is ready, for the start of a service. Fails if the process MAINPID has ended. */
import { setTimeout as sleep } from 'node:timers/promises'

const { HOST = '127.0.0.1', PORT = '3000', MAINPID } = process.env
const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST

const isReady = () =>
  fetch(`http://${host}:${PORT}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

function hasEnded() {
  if (MAINPID === undefined) return false
  try {
    process.kill(Number(MAINPID), 0)
    return false
  } catch (error) {
    // Without a permission to signal it, it exists.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

// Without a limit: a server can migrate its database for minutes.
while (!(await isReady())) {
  if (hasEnded()) {
    console.error('The server has ended before it was ready.')
    process.exit(1)
  }
  await sleep(200)
}
