/** Pictures in object storage, and those that need a statement, are limited for each address; files on the disk are not (BY27). */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, it } from 'vitest'
import type { DataSource } from 'typeorm'
import { StrandError } from '#http/errors.ts'
import { pictureFiles } from '../../server/features/images/routes.ts'

const answerError: ErrorRequestHandler = (error: StrandError, _request, response, _next) => void response.status(error.status).end()

it.each([
  ['s3', '?v=m0picture1version', 429, 0],
  ['disk', '?v=m0picture1version', 404, 1],
  ['disk', '', 429, 0],
  ['disk', '?v=x', 429, 0],
] as const)('BY27 an address over the limit, pictures in %s with the query "%s" → %i', async (kind, query, status, reads) => {
  let stored = 0
  const app = express()
  app.use(
    pictureFiles({
      db: {} as DataSource,
      images: {
        stored() {
          stored += 1
          throw new StrandError('not_found')
        },
      },
      objects: { kind },
      limits: { consume: () => Promise.reject(new StrandError('too_many_requests')) },
    }),
  )
  app.use(answerError)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/posts/p0mwpzlh8nmfmxo2nk.jpg${query}`)
  server.close()
  expect([response.status, stored]).toEqual([status, reads])
})
