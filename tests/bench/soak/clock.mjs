/** Loaded into a server (`--import`): while the file of `SOAK_CLOCK` exists, its clock differs by the number of ms that the file contains. */
import { readFileSync } from 'node:fs'

const file = process.env.SOAK_CLOCK
let shift = 0

function readShift() {
  try {
    shift = file ? Number(readFileSync(file, 'utf8')) : 0
  } catch {
    shift = 0
  }
}
setInterval(readShift, 500).unref()

const now = () => performance.timeOrigin + performance.now() + shift

globalThis.Date = new Proxy(Date, {
  construct: (date, given, newTarget) => Reflect.construct(date, given.length === 0 ? [Math.floor(now())] : given, newTarget),
  get: (date, key) => (key === 'now' ? () => Math.floor(now()) : Reflect.get(date, key)),
})
