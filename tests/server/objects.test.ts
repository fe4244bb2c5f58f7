/** The object store: the same behaviour on disk and in S3, and faults of S3 (BY27). */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDiskStore } from '#objects/disk.ts'
import { createS3Store } from '#objects/s3.ts'
import { eachInParallel, ObjectStoreUnavailable, RangeNotSatisfiable, type ObjectStore } from '#objects/store.ts'
import { listAll, startBucket, whyNoS3, type Faults, type TestBucket } from '../support/s3.ts'

let bucket: TestBucket | undefined
let folder: string
const opened: ObjectStore[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-objects-'))
  if (whyNoS3 === null) bucket = await startBucket()
})
afterAll(async () => {
  for (const store of opened) store.close()
  await bucket?.close()
  await rm(folder, { recursive: true, force: true })
})

const stores = {
  disk: async () => createDiskStore(await mkdtemp(join(folder, 'store-'))),
  s3: async () => {
    const store = createS3Store(bucket!.elsewhere().location, { pageSize: 25 })
    opened.push(store)
    return store
  },
}

const content = Buffer.from('0123456789'.repeat(100))
const textOf = async (store: ObjectStore, ...args: Parameters<ObjectStore['open']>) => {
  const found = await store.open(...args)
  return found && { ...found, content: (await buffer(found.content)).toString() }
}

describe.each(['disk', 's3'] as const)('an object store: %s', (kind) => {
  const behaves = kind === 's3' && whyNoS3 !== null ? it.skip : it
  let store: ObjectStore
  beforeAll(async () => {
    if (kind === 'disk' || whyNoS3 === null) store = await stores[kind]()
  })

  behaves('BY27 what is stored is read, measured and removed', async () => {
    const name = 'pictures/ab/one/first-main.jpg'
    expect([await store.read(name), await store.open(name), await store.stat(name)]).toEqual([null, null, null])
    const before = Date.now()
    await store.put(name, content)
    expect((await store.read(name))?.equals(content)).toBe(true)
    const { bytes, changedMs } = (await store.stat(name))!
    expect(bytes).toBe(1000)
    expect(Math.abs(changedMs - before)).toBeLessThan(store.clockToleranceMs)
    await store.put(name, content)
    await store.remove(name)
    await store.remove(name)
    expect(await store.stat(name)).toBeNull()
  })

  behaves.each([
    [undefined, 0, 999],
    [{ first: 0, last: 0 }, 0, 0],
    [{ first: 990 }, 990, 999],
    [{ first: 995, last: 5000 }, 995, 999],
    [{ suffix: 3 }, 997, 999],
    [{ suffix: 5000 }, 0, 999],
  ])('BY27 the range %o → its bytes and their place', async (range, first, last) => {
    await store.put('pictures/range', content)
    expect(await textOf(store, 'pictures/range', range)).toEqual({
      bytes: 1000,
      first,
      last,
      content: content.subarray(first, last + 1).toString(),
    })
  })

  behaves('BY27 a range beyond the end → an error with the size', async () => {
    await store.put('pictures/range', content)
    const failure = await store.open('pictures/range', { first: 1000 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RangeNotSatisfiable)
    expect((failure as RangeNotSatisfiable).bytes).toBe(1000)
  })

  behaves('BY27 objects of a folder are listed in the order of their names, also more than a page', async () => {
    const own = await stores[kind]()
    const names = Array.from({ length: 60 }, (_, n) => `pictures/${(n % 16).toString(16)}/x${n}/main.jpg`)
    await eachInParallel([...names, 'pictures/a-b/main.jpg', 'other/main.jpg'], 16, (name) => own.put(name, Buffer.from(name)))
    const found = await listAll(own)
    expect(found.map(({ name }) => name)).toEqual([...names, 'pictures/a-b/main.jpg'].toSorted())
    expect(found[0]!.bytes).toBe(found[0]!.name.length)
    expect(await listAll(own, 'nothing/')).toEqual([])
  })

  behaves.each([
    '../secret',
    'pictures/../../secret',
    '/etc/passwd',
    'pictures//x',
    'pictures/.hidden',
    'pictures\\x',
    'pictures/%2e%2e/x',
    '',
  ])('BY27 the name "%s" → refused', async (name) => {
    const calls = {
      put: () => store.put(name, content),
      read: () => store.read(name),
      open: () => store.open(name),
      stat: () => store.stat(name),
      remove: () => store.remove(name),
      list: () => listAll(store, `${name}/`),
    }
    for (const [what, call] of Object.entries<() => Promise<unknown>>(calls))
      await expect((async () => call())(), what).rejects.toThrow('is no name of an object')
  })

  behaves('BY27 a reader that leaves early releases the object', async () => {
    await store.put('pictures/large', Buffer.alloc(8_000_000, 7))
    for (let n = 0; n < 55; n += 1) {
      const { content: stream } = (await store.open('pictures/large'))!
      for await (const chunk of stream) {
        expect((chunk as Buffer)[0]).toBe(7)
        break
      }
    }
    expect((await store.read('pictures/large'))!.length).toBe(8_000_000)
  })

  behaves('BY27 the check before the start passes, and leaves nothing behind', async () => {
    const own = await stores[kind]()
    await own.verify()
    await own.ping()
    expect(await listAll(own)).toEqual([])
  })
})

describe('a folder', () => {
  it('BY27 an object is stored while the last one of its folder is removed', async () => {
    const store = await stores.disk()
    const churn = async (name: string) => {
      for (let n = 0; n < 200; n += 1) {
        await store.put(`pictures/ab/one/${name}`, content)
        expect(await store.read(`pictures/ab/one/${name}`)).not.toBeNull()
        await store.remove(`pictures/ab/one/${name}`)
      }
    }
    await Promise.all(['a', 'b', 'c'].map(churn))
    expect(await readdir(join(store.location, 'pictures/ab'))).toEqual([])
  })

  it('BY27 BY12 the rest of a file whose process was killed is deleted with the last file of its folder, and not one being written', async () => {
    const store = await stores.disk()
    const owner = join(store.location, 'pictures/ab/one')
    await store.put('pictures/ab/one/first', content)
    await store.put('pictures/ab/one/second', content)
    for (const name of ['killed.tmp', 'writing.tmp']) await writeFile(join(owner, name), 'cut')
    await utimes(join(owner, 'killed.tmp'), 0, 0)
    await store.remove('pictures/ab/one/first')
    expect((await readdir(owner)).toSorted()).toEqual(['killed.tmp', 'second', 'writing.tmp'])
    await store.remove('pictures/ab/one/second')
    expect(await readdir(owner)).toEqual(['writing.tmp'])
    await utimes(join(owner, 'writing.tmp'), 0, 0)
    await store.remove('pictures/ab/one/second')
    expect(await readdir(join(store.location, 'pictures/ab'))).toEqual([])
  })
})

describe.skipIf(!bucketHasFaults())('faults of S3', () => {
  let store: ObjectStore
  let faults: Faults
  beforeAll(async () => {
    store = await stores.s3()
    faults = bucket!.faults!
    await store.put('pictures/one', content)
    await store.put('pictures/large', Buffer.alloc(1_000_000, 7))
  })
  afterEach(() => faults.set('none'))

  it('BY27 one error, one broken answer → repeated', async () => {
    for (const fault of [500, 503, 'cut'] as const) {
      faults.set(fault, 1)
      expect((await store.read('pictures/one'))?.equals(content), String(fault)).toBe(true)
    }
    faults.set(500, 1)
    await store.put('pictures/two', content)
    expect((await store.read('pictures/two'))?.equals(content)).toBe(true)
  })

  it('BY27 the clock is an hour ahead, and later right again → no request fails', async () => {
    const [name, hourMs] = ['pictures/ab/one/clock-main.jpg', 3_600_000]
    const skewed = createS3Store(bucket!.elsewhere().location, { pageSize: 25 })
    opened.push(skewed)
    await skewed.put(name, content)
    for (const work of [() => skewed.read(name), () => skewed.stat(name), () => skewed.put(name, content)]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs })
      try {
        await work()
      } finally {
        vi.useRealTimers()
      }
      await work()
    }
  })

  it('BY27 a download that breaks twice is continued where it was, not from its start', async () => {
    faults.set('cut', 2)
    const before = faults.requests.length
    expect((await buffer((await store.open('pictures/large'))!.content)).equals(Buffer.alloc(1_000_000, 7))).toBe(true)
    expect(faults.requests.length - before).toBe(3)
  })

  it.each(['noLength', 'noRanges'] as const)(
    'BY27 a download that breaks (%s) → ObjectStoreUnavailable, and no other bytes',
    async (fault) => {
      faults.set(fault)
      await expect(store.read('pictures/one')).rejects.toBeInstanceOf(ObjectStoreUnavailable)
      await expect(store.open('pictures/one').then((found) => buffer(found!.content))).rejects.toBeInstanceOf(ObjectStoreUnavailable)
    },
  )

  it('BY27 a page of a list that does not name the next one → ObjectStoreUnavailable, and not the end', async () => {
    const own = await stores.s3()
    for (let n = 0; n < 30; n += 1) await own.put(`pictures/${n}`, content)
    faults.set('noToken')
    await expect(listAll(own)).rejects.toBeInstanceOf(ObjectStoreUnavailable)
  })

  it('BY27 an outage → ObjectStoreUnavailable without keys; afterwards it works', async () => {
    await faults.shut()
    const started = performance.now()
    for (const call of [
      () => store.put('pictures/three', content),
      () => store.read('pictures/one'),
      () => store.stat('pictures/one'),
      () => store.remove('pictures/one'),
      () => listAll(store),
      () => store.ping(),
      () => store.verify(),
    ]) {
      const failure = await (call() as Promise<unknown>).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ObjectStoreUnavailable)
      expect(String((failure as Error).stack)).not.toContain(bucket!.location.secret)
    }
    expect(performance.now() - started).toBeLessThan(15_000)
    await faults.open()
    expect((await store.read('pictures/one'))?.equals(content)).toBe(true)
    expect(await store.stat('pictures/three')).toBeNull()
  })

  it('BY27 a 404 of another server → ObjectStoreUnavailable, and not a missing object, an empty bucket or a success', async () => {
    faults.set('otherServer')
    const calls: Record<string, () => Promise<unknown>> = {
      put: () => store.put('pictures/three', content),
      read: () => store.read('pictures/one'),
      open: () => store.open('pictures/one'),
      stat: () => store.stat('pictures/one'),
      remove: () => store.remove('pictures/one'),
      list: () => listAll(store),
      ping: () => store.ping(),
    }
    for (const [what, call] of Object.entries(calls)) await expect(call(), what).rejects.toBeInstanceOf(ObjectStoreUnavailable)
    await expect(store.verify()).rejects.toMatchObject({ name: 'StartupError', message: expect.stringContaining('(status 404)') as string })
    faults.set('none')
    expect((await store.read('pictures/one'))?.equals(content)).toBe(true)
  })

  it('BY27 a server that does not answer → fails after the time for all attempts; a download may take longer', async () => {
    const hasty = createS3Store(bucket!.location, { timeoutMs: 1000 })
    const patient = createS3Store(bucket!.location)
    opened.push(hasty, patient)
    await patient.put('pictures/three', Buffer.alloc(6_000_000, 7))
    const { content: stream } = (await hasty.open('pictures/three'))!
    stream.read()
    await setTimeout(1200)
    expect((await buffer(stream)).length).toBe(6_000_000)
    faults.set('hang')
    const started = performance.now()
    await expect(hasty.put('pictures/four', content)).rejects.toThrow('no answer within 1 s')
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('BY27 a check of a server that does not answer → fails within four seconds', async () => {
    faults.set('hang')
    const started = performance.now()
    await expect(store.ping()).rejects.toBeInstanceOf(ObjectStoreUnavailable)
    expect(performance.now() - started).toBeLessThan(4000)
  })

  it('BY27 a slow reader of a picture does not occupy a connection', async () => {
    const openSlowly = async () => {
      const { content: stream } = (await store.open('pictures/large'))!
      stream.read()
      return stream
    }
    // More than there are connections.
    const slow = await Promise.all(Array.from({ length: 60 }, openSlowly))
    expect((await store.read('pictures/one'))?.equals(content)).toBe(true)
    for (const stream of slow) stream.destroy()
  })
})

function bucketHasFaults(): boolean {
  return whyNoS3 === null && !process.env.S3_URL
}

describe.skipIf(!bucketHasFaults())('a wrong configuration', () => {
  it.each([
    [{ bucket: 'nothing-here' }, /^There is no bucket "nothing-here"/],
    [{ secret: 'wrong' }, /does not accept the access key/],
    [{ keyId: 'other:one' }, /does not accept the access key/],
    [{ region: 'eu-central-1' }, /is not in the region "eu-central-1"/],
  ])('BY27 %o → the start is refused with an explanation', async (change, message) => {
    const store = createS3Store({ ...bucket!.location, ...change })
    await expect(store.verify()).rejects.toMatchObject({ name: 'StartupError', message: expect.stringMatching(message) as string })
    store.close()
  })
})
