/**
 * A bucket for tests of S3: at `S3_URL` if it is set, otherwise in OpenStack Swift, behind a proxy that simulates faults. Each test file
 * has a prefix of its own.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as sendOn, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startSwift, swiftKey, whyNoSwift } from '../../build/lib/swift.mjs'
import { loadConfig, type S3Location } from '../../server/config.ts'
import type { ObjectInfo, ObjectStore } from '#objects/store.ts'

/** Why the tests of S3 are skipped; null if they run. */
export const whyNoS3: string | null = process.env.S3_URL ? null : whyNoSwift()
if (whyNoS3 !== null) console.warn(`The tests of S3 are skipped. ${whyNoS3}`)

/**
 * `hang`: no answer; `cut`: the connection breaks in the middle of an answer; a number: an error with this status; `otherServer`: the 404
 * of a server that is not the storage; `noLength`: `cut`, without a length; `noRanges`: `cut`, but ranges get the whole answer that broke
 * before; `noToken`: a page of a list does not name the next one.
 */
export type Fault = 'none' | 'hang' | 'cut' | 'otherServer' | 'noLength' | 'noRanges' | 'noToken' | number

export interface TestBucket {
  /** Variables for `loadConfig`, or for a child process. */
  env: { S3_URL: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
  location: S3Location
  /** The same, with another prefix. */
  elsewhere(): Omit<TestBucket, 'elsewhere' | 'close'>
  /** Null if the bucket is at `S3_URL`. */
  faults: Faults | null
  close(): Promise<void>
}

export interface Faults {
  /** The next requests, `count` of them or all, have this fault. */
  set(fault: Fault, count?: number): void
  /** Closes all connections and refuses new ones, until `open`. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Method and path of each request. */
  requests: string[]
}

const errorBody = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>fault</Message></Error>`

/** An HTTP proxy in front of `target`. Headers pass unchanged: they are signed. */
async function startFaults(target: number): Promise<Faults & { port: number }> {
  let fault: Fault = 'none'
  let left = 0
  const requests: string[] = []
  let broken: { headers: IncomingMessage['headers']; body: Buffer } | undefined
  const spoil = async (answer: IncomingMessage, response: ServerResponse, { range }: IncomingMessage['headers']): Promise<void> => {
    const applied = fault
    const body = await buffer(answer)
    const headers = { ...answer.headers }
    if (applied === 'noToken') {
      const page = body.toString().replace(/<NextContinuationToken>.*<\/NextContinuationToken>/, '')
      return void response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(page) }).end(page)
    }
    if (applied === 'noRanges' && range !== undefined) return void response.writeHead(200, broken!.headers).end(broken!.body)
    broken = { headers: { ...headers }, body }
    if (applied === 'noLength') delete headers['content-length']
    response.writeHead(answer.statusCode ?? 500, headers)
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }
  const pass = (incoming: IncomingMessage, response: ServerResponse, isSpoiled: boolean): void => {
    const { method, url, headers } = incoming
    const onward = sendOn({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      if (isSpoiled && method !== 'HEAD') return void spoil(answer, response, headers)
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      // Swift sends a body, against the protocol.
      if (method === 'HEAD') response.end()
      else answer.pipe(response)
    })
    onward.on('error', () => method !== 'HEAD' && response.destroy())
    incoming.pipe(onward)
  }
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const current = left > 0 ? fault : 'none'
    left -= 1
    if (current === 'hang') return
    if (current === 'otherServer') {
      incoming.resume()
      return void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html><body>404 Not Found</body></html>')
    }
    if (typeof current === 'number') {
      incoming.resume()
      response.writeHead(current, { 'Content-Type': 'application/xml' }).end(errorBody('InternalError'))
    } else pass(incoming, response, current !== 'none')
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    requests,
    set(next, count = Infinity) {
      fault = next
      left = next === 'none' ? 0 : count
    },
    async shut() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    open: () => listen(port),
  }
}

const locationOf = (env: TestBucket['env']): S3Location => loadConfig({ ...env }).s3!

async function createBucket({ endpoint, region, bucket, keyId, secret }: S3Location): Promise<void> {
  const credentials = { accessKeyId: keyId, secretAccessKey: secret }
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}

/** The bucket of `env`, with a prefix of its own. */
function withPrefix(env: TestBucket['env']): Pick<TestBucket, 'env' | 'location'> {
  const url = new URL(env.S3_URL)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/test-${randomBytes(6).toString('hex')}`
  const own = { ...env, S3_URL: url.href }
  return { env: own, location: locationOf(own) }
}

export async function startBucket(): Promise<TestBucket> {
  const { S3_URL, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = process.env
  if (S3_URL) {
    const env = { S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
    const elsewhere = () => ({ ...withPrefix(env), faults: null })
    return { ...elsewhere(), elsewhere, close: async () => undefined }
  }
  const swift = await startSwift()
  const faults = await startFaults(swift.port)
  const env = {
    S3_URL: `http://127.0.0.1:${faults.port}/strand`,
    S3_ACCESS_KEY_ID: swiftKey.keyId,
    S3_SECRET_ACCESS_KEY: swiftKey.secret,
  }
  await createBucket(locationOf(env))
  const elsewhere = () => ({ ...withPrefix(env), faults })
  return {
    ...elsewhere(),
    elsewhere,
    async close() {
      await faults.shut().catch(() => undefined)
      await swift.stop()
    },
  }
}

export async function listAll(objects: Pick<ObjectStore, 'list'>, folder = 'pictures/'): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = []
  for await (const object of objects.list(folder)) found.push(object)
  return found
}
