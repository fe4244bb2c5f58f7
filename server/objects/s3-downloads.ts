import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { S3Location } from '../config.ts'
import { RangeNotSatisfiable } from './errors.ts'
import { checkName } from './names.ts'
import type { ByteRange, ObjectStore } from './port.ts'
import { headerOf, resolveRange } from './range.ts'
import type { S3Failure } from './s3-problems.ts'
import type { S3Requests } from './s3-requests.ts'

/** How often a download that breaks is continued. */
const maxContinuations = 2

/** First and last byte, and the size of the whole object, of an answer. */
export function partOf({ ContentRange, ContentLength = 0 }: GetObjectCommandOutput): { first: number; last: number; bytes: number } {
  const [, first, last, bytes] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? []
  return bytes === undefined
    ? { first: 0, last: ContentLength - 1, bytes: ContentLength }
    : { first: Number(first), last: Number(last), bytes: Number(bytes) }
}

/** The caller of each has a connection. */
export interface S3Downloads {
  /** Null if it does not exist. */
  head(name: string): ReturnType<ObjectStore['stat']>
  /** Null if it does not exist. The caller reads or destroys the body. */
  get(name: string, range?: ByteRange): Promise<GetObjectCommandOutput | null>
  /** The body of `answer`. A download that breaks is continued where it was. */
  read(name: string, answer: GetObjectCommandOutput): AsyncGenerator<Buffer>
}

export function createS3Downloads({ bucket: Bucket, prefix }: S3Location, { find, unavailable }: S3Requests): S3Downloads {
  async function head(name: string): ReturnType<ObjectStore['stat']> {
    const object = { Bucket, Key: prefix + checkName(name) }
    const found = await find(async ({ sdk, client, options }) => {
      try {
        return await client.send(new sdk.HeadObjectCommand(object), options)
      } catch (error) {
        if ((error as S3Failure).$metadata?.httpStatusCode !== 404) throw error
        // Without a body, it does not say whether the object is missing.
        const answer = await client.send(new sdk.GetObjectCommand(object), options)
        ;(answer.Body as Readable).destroy()
        return answer
      }
    })
    return found && { bytes: found.ContentLength ?? 0, changedMs: found.LastModified?.getTime() ?? 0 }
  }

  function refuse({ Body }: GetObjectCommandOutput, reason: string): Error {
    ;(Body as Readable).destroy()
    return unavailable(new Error(reason))
  }

  /** @param etag of the object whose other parts are known */
  async function get(name: string, range?: ByteRange, etag?: string): Promise<GetObjectCommandOutput | null> {
    const Key = prefix + checkName(name)
    const conditions = { ...(range && { Range: headerOf(range) }), ...(etag !== undefined && { IfMatch: etag }) }
    try {
      const answer = await find(({ sdk, client, options }) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key, ...conditions }), options),
      )
      // Otherwise a broken connection looks like its end.
      if (answer && answer.ContentLength === undefined) throw refuse(answer, 'an answer has no length')
      return answer
    } catch (error) {
      // The answer does not always have the size.
      if (!/InvalidRange/.test(String(error))) throw error
      const found = await head(name)
      if (found === null) return null
      // Refused, although it is within the object.
      if (range && resolveRange(range, found.bytes)) throw error
      throw new RangeNotSatisfiable(found.bytes)
    }
  }

  async function* read(name: string, answer: GetObjectCommandOutput): AsyncGenerator<Buffer> {
    const { first, last, bytes } = partOf(answer)
    let next = first
    let current = answer
    for (let continuations = 0; ; continuations += 1) {
      let problem: unknown = new Error('it ended too early')
      const body = current.Body as Readable
      try {
        for await (const chunk of body) {
          next += (chunk as Buffer).length
          yield chunk as Buffer
        }
      } catch (error) {
        problem = error
      } finally {
        // The reader has gone.
        body.destroy()
      }
      if (next === last + 1) return
      if (next > last) throw unavailable(new Error('an answer is longer than it says'))
      if (continuations >= maxContinuations) throw unavailable(problem)
      const rest = await get(name, { first: next, last }, answer.ETag)
      if (rest === null) throw unavailable(problem)
      const part = partOf(rest)
      // Not all servers know ranges.
      if (part.first !== next || part.bytes !== bytes) throw refuse(rest, 'a download was not continued where it broke')
      current = rest
    }
  }

  return { head, get, read }
}
