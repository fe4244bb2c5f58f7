/** `npm start`: installs missing dependencies, builds stale artefacts, then runs the server. */
import './build.mjs'

await import('./serve.mjs')
