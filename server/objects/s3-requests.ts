/** Requests to S3-compatible storage: connections, timeouts and errors. Error messages have no keys and no signatures. */
import type { S3Client } from '@aws-sdk/client-s3'
import { StartupError, type S3Location } from '../config.ts'
import { ObjectStoreUnavailable } from './errors.ts'
import { problemOf, type S3Failure } from './s3-problems.ts'
import { createSlots } from './slots.ts'

const connectTimeoutMs = 2000
/** Until an answer begins, and between its parts. */
const answerTimeoutMs = 8000
/** Of a request that fails with a network error, a timeout, throttling or 5xx. The SDK waits longer each time. */
const maxAttempts = 3
/** Of all attempts together, until the answer begins: a client waits for it. */
export const requestTimeoutMs = 15_000
/** Storage refuses requests whose time differs from its own by some minutes; the SDK corrects smaller changes (ms) by itself. */
const clockChangeMs = 240_000
/** Connections to the storage. Further requests wait for one, up to a time (ms). */
const connections = { count: 50, timeoutMs: 10_000 }

type Sdk = typeof import('@aws-sdk/client-s3')
/** @param options of each request */
type Work<T> = (loaded: { sdk: Sdk; client: S3Client; options: { abortSignal: AbortSignal } }) => Promise<T>

/** Loads the SDK, which takes longer than the rest of the server's start. */
async function load({ endpoint, region, isPathStyle, keyId, secret }: S3Location): Promise<{ sdk: Sdk; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3')
  // Not limited here: the wait for a free connection would count as a failed connection.
  const agent = { keepAlive: true, maxSockets: Infinity }
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    maxAttempts,
    retryMode: 'standard',
    // Other checksums than that of the signature are an extension, which some servers refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  return { sdk, client }
}

/** Not every 404: a proxy, or another server at the address, sends them for existing objects too. */
const isMissing = (error: unknown): boolean => (error as S3Failure).name === 'NoSuchKey'

/**
 * Runs `work` again if the storage has refused it because of the time of the request. The SDK then knows the time of the storage, but
 * repeats a request only if the clock is wrong, and not if it was wrong and is right again.
 */
async function withClockCorrection<T>({ config }: S3Client, work: () => Promise<T>): Promise<T> {
  const before = config.systemClockOffset
  try {
    return await work()
  } catch (error) {
    if (Math.abs(config.systemClockOffset - before) < clockChangeMs) throw error
    return work()
  }
}

export interface S3Requests {
  /** Waits for a free connection. Resolves with the function that releases it. */
  connect(): Promise<() => void>
  /** The result of `work`, on a connection that the caller has. */
  send<T>(work: Work<T>, timeoutMs?: number): Promise<T>
  /** The same; null if the storage says that the object does not exist. */
  find<T>(work: Work<T>): Promise<T | null>
  /** The result of `work`, on a connection that is free afterwards. */
  connected<T>(work: () => Promise<T>): Promise<T>
  /** `send`, on a connection that is free afterwards. */
  request<T>(work: Work<T>): Promise<T>
  /** Throws `StartupError` if the configuration is wrong, and `ObjectStoreUnavailable` for other errors. */
  check(work: Work<unknown>, timeoutMs: number): Promise<void>
  unavailable(error: unknown): ObjectStoreUnavailable
  close(): void
}

/** @param timeoutMs of a request, with its repetitions, until the answer begins */
export function createS3Requests(location: S3Location, timeoutMs: number): S3Requests {
  const { host } = new URL(location.endpoint)
  const slots = createSlots(connections)
  let loading: ReturnType<typeof load> | undefined
  const loaded = () => (loading ??= load(location))

  const unavailable = (error: unknown): ObjectStoreUnavailable => {
    if (error instanceof ObjectStoreUnavailable) return error
    const { name = 'Error', message = '', $metadata } = error as S3Failure
    const status = $metadata?.httpStatusCode
    const what = [name === 'Error' ? '' : name, status === undefined ? '' : `(${status})`, message.slice(0, 200)]
    return new ObjectStoreUnavailable(`the object storage ${host} fails: ${what.filter(Boolean).join(' ')}`)
  }

  const connect = (): Promise<() => void> =>
    slots.acquire().catch((error: unknown) => {
      throw unavailable(error)
    })

  async function withTimeout<T>(work: Work<T>, ms: number): Promise<T> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), ms)
    try {
      const { sdk, client } = await loaded()
      return await withClockCorrection(client, () => work({ sdk, client, options: { abortSignal: controller.signal } }))
    } catch (error) {
      throw controller.signal.aborted ? unavailable(new Error(`no answer within ${ms / 1000} s`)) : error
    } finally {
      // Not after the answer has begun: its content may take longer.
      clearTimeout(timer)
    }
  }

  async function send<T>(work: Work<T>, ms = timeoutMs): Promise<T> {
    try {
      return await withTimeout(work, ms)
    } catch (error) {
      throw unavailable(error)
    }
  }

  async function find<T>(work: Work<T>): Promise<T | null> {
    try {
      return await withTimeout(work, timeoutMs)
    } catch (error) {
      if (isMissing(error)) return null
      throw unavailable(error)
    }
  }

  async function connected<T>(work: () => Promise<T>): Promise<T> {
    const release = await connect()
    try {
      return await work()
    } finally {
      release()
    }
  }

  return {
    connect,
    connected,
    send,
    find,
    unavailable,

    request: (work) => connected(() => send(work)),

    async check(work, ms) {
      try {
        await withTimeout(work, ms)
      } catch (error) {
        const problem = problemOf(error as S3Failure, location)
        throw problem === null ? unavailable(error) : new StartupError(problem)
      }
    },

    close() {
      void loading?.then(({ client }) => client.destroy())
    },
  }
}
