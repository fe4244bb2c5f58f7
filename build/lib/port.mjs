import { createServer } from 'node:net'

/** A free port of the loopback address: the wished one where it is free. @param {number} [wish] @returns {Promise<number>} */
export const freePort = (wish = 0) =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () => (wish === 0 ? reject(new Error('There is no free port.')) : resolve(freePort())))
    probe.listen(wish, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
