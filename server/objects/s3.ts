/** Objects in S3-compatible storage. The SDK is loaded at the first use, so that it costs servers without S3 nothing. */
import { Readable } from 'node:stream'
import { nameOfS3, type S3Location } from '../config.ts'
import { checkName } from './names.ts'
import type { ObjectInfo, ObjectStore } from './port.ts'
import { createS3Downloads, partOf } from './s3-downloads.ts'
import { createS3Requests, requestTimeoutMs } from './s3-requests.ts'

/** Of checks: load balancers wait for one, and the start of the server for the other. */
const pingTimeoutMs = 2000
const verifyTimeoutMs = 10_000
/** Bytes that are read ahead of a slow client, so that it does not occupy a connection. Larger than most pictures. */
const readAheadBytes = 4_000_000
/** S3 refuses requests of a clock that differs by more. */
const clockToleranceMs = 900_000

/** @param pageSize objects that are listed at once */
export function createS3Store(location: S3Location, { pageSize = 1000, timeoutMs = requestTimeoutMs } = {}): ObjectStore {
  const { bucket: Bucket, prefix } = location
  const requests = createS3Requests(location, timeoutMs)
  const downloads = createS3Downloads(location, requests)
  const { connect, connected, request } = requests
  const keyOf = (name: string): string => prefix + checkName(name)

  async function* list(folder: string): AsyncGenerator<ObjectInfo> {
    checkName(folder.slice(0, -1))
    for (let token: string | undefined; ;) {
      const query = { Bucket, Prefix: prefix + folder, MaxKeys: pageSize, ...(token !== undefined && { ContinuationToken: token }) }
      const page = await request(({ sdk, client, options }) => client.send(new sdk.ListObjectsV2Command(query), options))
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        // Some programs store an empty object for a folder.
        if (!Key.endsWith('/')) yield { name: Key.slice(prefix.length), bytes: Size, changedMs: LastModified?.getTime() ?? 0 }
      token = page.NextContinuationToken
      if (token === undefined && page.IsTruncated) throw requests.unavailable(new Error('a list ends before its last page'))
      if (token === undefined) return
    }
  }

  return {
    kind: 's3',
    location: nameOfS3(location),
    clockToleranceMs,

    async put(name, content) {
      const input = { Bucket, Key: keyOf(name), Body: content, ContentLength: content.length }
      await request(({ sdk, client, options }) => client.send(new sdk.PutObjectCommand(input), options))
    },

    async open(name, range) {
      const release = await connect()
      try {
        const answer = await downloads.get(name, range)
        if (answer === null) {
          release()
          return null
        }
        const parts = async function* () {
          yield* downloads.read(name, answer)
          // All is read ahead, although the reader may be slow.
          release()
        }
        const content = Readable.from(parts(), { objectMode: false, highWaterMark: readAheadBytes })
        content.once('close', () => {
          // A generator that has not started does not clean up.
          ;(answer.Body as Readable).destroy()
          release()
        })
        return { ...partOf(answer), content }
      } catch (error) {
        release()
        throw error
      }
    },

    read: (name) =>
      connected(async () => {
        const answer = await downloads.get(name)
        if (answer === null) return null
        const parts: Buffer[] = []
        for await (const part of downloads.read(name, answer)) parts.push(part)
        return Buffer.concat(parts)
      }),

    stat: (name) => connected(() => downloads.head(name)),

    async remove(name) {
      const Key = keyOf(name)
      // Some servers answer that it does not exist.
      await connected(() => requests.find(({ sdk, client, options }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options)))
    },

    list,

    verify: () =>
      requests.check(async ({ sdk, client, options }) => {
        await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), options)
        const Key = `${prefix}check`
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: Buffer.from('Strand') }), options)
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options)
      }, verifyTimeoutMs),

    async ping() {
      const query = { Bucket, Prefix: prefix, MaxKeys: 1 }
      // Also while all connections are in use.
      await requests.send(({ sdk, client, options }) => client.send(new sdk.ListObjectsV2Command(query), options), pingTimeoutMs)
    },

    close: requests.close,
  }
}
