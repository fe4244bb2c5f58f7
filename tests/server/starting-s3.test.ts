/** The start of the server with S3, and without it (BY27). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ready, startProduction, startScript, type Started } from '../support/built-server.ts'
import { startBucket, whyNoS3, type TestBucket } from '../support/s3.ts'
import { createTestDatabase, type TestDatabase } from '../support/server.ts'

/** Prints how many modules of the SDK are loaded: by the server without S3, and after the first request to S3. */
const countModules = `
  import { createRequire } from 'node:module'
  const { cache } = createRequire(process.cwd() + '/')
  const count = () => Object.keys(cache).filter((path) => path.includes('@aws-sdk')).length
  await import('./server/app.ts')
  await import('./server/services.ts')
  const { createObjectStore } = await import('./server/objects/store.ts')
  const { loadConfig } = await import('./server/config.ts')
  const before = count()
  const location = { endpoint: 'http://127.0.0.1:9', bucket: 'none', prefix: '', region: 'us-east-1', isPathStyle: true, keyId: 'a', secret: 'b' }
  await createObjectStore({ ...loadConfig({}), s3: location }).stat('pictures/one').catch(() => undefined)
  console.log('modules', before, count() > 0)
`

describe('the SDK of S3', () => {
  it('BY27 is loaded by the first request, and not by the server', async () => {
    const started = startScript(countModules, {})
    expect(await started.ended).toBe(0)
    expect(started.output()).toMatch(/^modules 0 true$/m)
  })
})

describe.skipIf(whyNoS3 !== null || Boolean(process.env.S3_URL))('the start with S3', () => {
  let bucket: TestBucket
  let database: TestDatabase
  const running: Started[] = []
  const start = (env: Record<string, string> = {}): Started => {
    const started = startProduction({ ...database.env, ...bucket.env, ...env })
    running.push(started)
    return started
  }
  const end = async (): Promise<void> => {
    for (const { process, ended } of running.splice(0)) {
      process.kill('SIGKILL')
      await ended
    }
  }
  beforeAll(async () => {
    bucket = await startBucket()
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await end()
    await database.remove()
    await bucket.close()
  })

  it('BY27 a wrong key, a wrong bucket → one sentence without the key, and exit code 1', async () => {
    for (const [env, sentence] of [
      [
        { S3_SECRET_ACCESS_KEY: 'not-the-right-secret' },
        /does not accept the access key: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY\.$/m,
      ],
      [
        { S3_URL: bucket.env.S3_URL.replace('/strand/', '/missing/') },
        /^There is no bucket "missing" at .*: create it, or correct S3_URL\.$/m,
      ],
    ] as const) {
      const started = start(env)
      expect(await started.ended).toBe(1)
      expect(started.output()).toMatch(sentence)
      expect(started.output()).not.toContain('not-the-right-secret')
      expect(started.output()).not.toContain(bucket.env.S3_SECRET_ACCESS_KEY)
    }
  })

  it('BY27 an outage → a warning; the server starts, and its pictures work afterwards', async () => {
    await bucket.faults!.shut()
    const started = start()
    const origin = await ready(started)
    expect(started.output()).toContain('uploads are unavailable')
    expect(started.output()).not.toContain(bucket.env.S3_SECRET_ACCESS_KEY)
    const path = '/people/square/ada.jpg?v=0123456789abcdef'
    expect((await fetch(origin + path)).status).toBe(503)
    await bucket.faults!.open()
    expect((await fetch(origin + path)).status).toBe(404)
    await end()
  })
})
