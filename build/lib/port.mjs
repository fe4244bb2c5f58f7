import { createServer } from 'node:net'

/** Finds a free port of the loopback address: the preferred one if it is free. @param {number} [preferred] @returns {Promise<number>} */
export const freePort = (preferred = 0) =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () => (preferred === 0 ? reject(new Error('There is no free port.')) : resolve(freePort())))
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
