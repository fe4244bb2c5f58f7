import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import { atPort, loadConfig, StartupError } from '../../server/config.ts'

describe('configuration', () => {
  test('without variables the defaults work', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      mode: 'plain',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      secure: false,
      demo: true,
      readOnly: false,
      staff: [],
      copyrightYear: 2017,
      rateLimits: true,
      checkAnswers: false,
      logLevel: 'warn',
      trustProxy: false,
      viteOrigin: null,
    })
    expect(config.root).toBe(resolve(import.meta.dirname, '../..'))
    expect(config.dataDir).toBe(join(config.root, 'data'))
    expect(config.database).toEqual({ kind: 'sqlite', path: join(config.root, 'data/strand.sqlite') })
  })

  test('production disables demo data by default and logs', () => {
    expect(loadConfig({ NODE_ENV: 'production' })).toMatchObject({ demo: false, logLevel: 'info', checkAnswers: false })
    expect(loadConfig({ NODE_ENV: 'production', STRAND_DEMO: '1' }).demo).toBe(true)
    expect(loadConfig({ STRAND_DEMO: '0' }).demo).toBe(false)
  })

  test('an empty variable counts as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', STRAND_DEMO: '' })).toEqual(loadConfig({}))
  })

  test.each([
    ['sqlite:/var/lib/x.sqlite', { kind: 'sqlite', path: '/var/lib/x.sqlite' }],
    ['sqlite:x.sqlite', { kind: 'sqlite', path: resolve('x.sqlite') }],
    ['postgres://me:secret@db:5432/strand', { kind: 'postgres', url: 'postgres://me:secret@db:5432/strand' }],
    ['postgresql:///strand?host=/run/pg', { kind: 'postgres', url: 'postgresql:///strand?host=/run/pg' }],
  ])('DATABASE_URL %s', (value, expected) => expect(loadConfig({ DATABASE_URL: value }).database).toEqual(expected))

  test('BY27 STRAND_METRICS_PORT enables metrics, on the loopback address unless another one is set', () => {
    expect(loadConfig({}).metrics).toBeNull()
    expect(loadConfig({ STRAND_METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(loadConfig({ STRAND_METRICS_PORT: '9464', STRAND_METRICS_HOST: '::' }).metrics).toEqual({ host: '::', port: 9464 })
    expect(() => loadConfig({ STRAND_METRICS_PORT: '70000' })).toThrow('STRAND_METRICS_PORT must be a number from 0 to 65535')
    expect(() => loadConfig({ STRAND_METRICS_HOST: '::' })).toThrow('STRAND_METRICS_HOST is of no use without STRAND_METRICS_PORT')
  })

  test('X1 MEILI_URL enables Meilisearch, with or without key and index name', () => {
    expect(loadConfig({}).meili).toBeNull()
    expect(loadConfig({ MEILI_URL: 'http://127.0.0.1:7700' }).meili).toEqual({ url: 'http://127.0.0.1:7700', key: null, index: 'strand' })
    expect(loadConfig({ MEILI_URL: 'https://search.example/meili', MEILI_KEY: 'a,key?', MEILI_INDEX: 'strand_two' }).meili).toEqual({
      url: 'https://search.example/meili',
      key: 'a,key?',
      index: 'strand_two',
    })
  })

  test.each([
    [{ MEILI_URL: 'ftp://search.example' }, 'MEILI_URL must be an http or https address'],
    [{ MEILI_URL: '127.0.0.1:7700' }, 'MEILI_URL must be an http or https address'],
    [{ MEILI_URL: 'http://name:word@search.example' }, 'MEILI_URL must be an http or https address'],
    [{ MEILI_URL: 'http://search.example', MEILI_KEY: 'two words' }, 'MEILI_KEY must be a key, without spaces'],
    [{ MEILI_KEY: 'alone' }, 'MEILI_KEY is of no use without MEILI_URL'],
    [{ MEILI_INDEX: 'alone' }, 'MEILI_INDEX is of no use without MEILI_URL'],
    [{ MEILI_URL: 'http://search.example', MEILI_INDEX: 'strand-2' }, 'MEILI_INDEX must be letters, digits and underscores'],
  ])('X1 %o → refused', (env, problem) => expect(() => loadConfig(env)).toThrow(problem))

  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret/+=' }
  test.each([
    [
      'https://s3.example/uploads',
      { endpoint: 'https://s3.example', bucket: 'uploads', prefix: '', region: 'us-east-1', isPathStyle: true },
    ],
    [
      'http://127.0.0.1:9000/my.bucket/strand/one/?region=eu-central-1&style=host',
      { endpoint: 'http://127.0.0.1:9000', bucket: 'my.bucket', prefix: 'strand/one/', region: 'eu-central-1', isPathStyle: false },
    ],
  ])('BY27 S3_URL %s', (S3_URL, expected) => {
    expect(loadConfig({ S3_URL, ...keys }).s3).toEqual({ ...expected, keyId: 'key', secret: 'secret/+=' })
    expect(loadConfig(keys).s3).toBeNull()
  })

  test.each([
    [{ S3_URL: 'https://s3.example/uploads' }, 'S3_URL requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [{ S3_URL: 'https://s3.example/', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 's3://uploads', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://key:secret@s3.example/uploads', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads', ...keys, S3_ACCESS_KEY_ID: '' }, 'S3_URL requires S3_ACCESS_KEY_ID'],
    [{ S3_URL: 'https://s3.example/uploads', ...keys, S3_ACCESS_KEY_ID: 'two words' }, 'S3_ACCESS_KEY_ID must be a key'],
    [{ S3_URL: 'https://s3.example/uploads/.hidden/.', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads/%2f..', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads//x', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads#x', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads?region=../x', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads?acl=public', ...keys }, 'S3_URL must be https://host/bucket'],
    [{ S3_URL: 'https://s3.example/uploads?style=both', ...keys }, 'S3_URL must be https://host/bucket'],
  ])('BY27 %o → refused', (env, problem) => expect(() => loadConfig(env)).toThrow(problem))

  test('PUBLIC_URL loses its last slash and makes cookies secure', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://strand.example/' })).toMatchObject({ publicUrl: 'https://strand.example', secure: true })
  })

  test.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['strand.local', 'http://strand.local:3000'],
  ])('HOST %s → a public URL that a browser can open', (HOST, publicUrl) => expect(loadConfig({ HOST }).publicUrl).toBe(publicUrl))

  test('port 0 → the actual port in the public URL, unless that is configured', () => {
    expect(atPort(loadConfig({ PORT: '0' }), 4711)).toMatchObject({ port: 4711, publicUrl: 'http://127.0.0.1:4711' })
    expect(atPort(loadConfig({ PORT: '0', PUBLIC_URL: 'http://x.example' }), 4711).publicUrl).toBe('http://x.example')
  })

  test.each([
    ['Strand <hello@strand.example>', { name: 'Strand', address: 'hello@strand.example' }],
    ['"The Strand" <hello@strand.example>', { name: 'The Strand', address: 'hello@strand.example' }],
    ['hello@strand.example', { name: 'Strand', address: 'hello@strand.example' }],
  ])('MAIL_FROM %s', (MAIL_FROM, from) => expect(loadConfig({ MAIL_FROM }).mail.from).toEqual(from))

  test('the default of MAIL_FROM has the host of PUBLIC_URL', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://strand.example' }).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Strand', address: 'no-reply@strand.example' },
    })
    expect(loadConfig({}).mail.from.address).toBe('no-reply@localhost')
  })

  test('one push key without the other → refused', () => {
    expect(() => loadConfig({ VAPID_PUBLIC_KEY: 'x'.repeat(87) })).toThrow('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.')
  })

  test.each([
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ])('TRUST_PROXY %s', (TRUST_PROXY, trustProxy) => expect(loadConfig({ TRUST_PROXY }).trustProxy).toEqual(trustProxy))

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['PUBLIC_URL', 'strand.example'],
    ['PUBLIC_URL', 'ftp://strand.example'],
    ['STRAND_DEMO', 'yes'],
    ['STRAND_READ_ONLY', 'true'],
    ['STRAND_COPYRIGHT_YEAR', '17'],
    ['DAILYMOTION_PLAYER_ID', 'x"><script>'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'staging'],
    ['STRAND_RATE_LIMITS', '2'],
    ['STRAND_VITE_ORIGIN', 'vite'],
    ['TRUST_PROXY', 'everybody'],
    ['PUBLIC_URL', 'http://strand.example/base'],
    ['SMTP_URL', 'mail.example.org:25'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['STRAND_SECRET', 'short'],
    ['MAIL_FROM', 'Strand'],
    ['MAIL_FROM', 'Strand <x@y.z>\r\nBcc: a@b.c'],
    ['MAIL_FROM', 'a@b.c, d@e.f'],
  ])('%s=%s → a one-sentence error that names the variable', (name, value) => {
    const attempt = () => loadConfig({ [name]: value })
    expect(attempt).toThrow(StartupError)
    expect(attempt).toThrow(new RegExp(`^The configuration is not valid: ${name} must [^\\n]+\\.$`))
  })

  test('every variable is described exactly once', () => {
    const source = readFileSync(join(loadConfig({}).root, 'server/config/environment.ts'), 'utf8')
    const from = source.indexOf('const Environment = z.object({')
    const schema = source.slice(from, source.indexOf('\n})', from))
    const read = [...schema.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name)
    expect(variables.map(({ name }) => name).toSorted()).toEqual(read.toSorted())
  })

  test('the README describes every variable', () => {
    const readme = readFileSync(join(loadConfig({}).root, 'README.md'), 'utf8')
    for (const { name } of variables) expect(readme).toContain(`\`${name}\``)
  })
})
