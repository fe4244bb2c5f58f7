/** The compose file against the configuration of the server. Containers cannot run in a test. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { shutdownLimits } from '#http/shutdown.ts'
import { loadConfig } from '../../server/config.ts'
import { variables } from '../../server/config/variables.ts'
import { root } from '../support/built-server.ts'

const read = (name: string): string => readFileSync(`${root}deploy/container/${name}`, 'utf8')

interface Service {
  image: string
  environment?: Record<string, string>
  ports?: string[]
  networks: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: { test: string[] }
  stop_grace_period?: string
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}

/** The parser of electron-updater: the project itself needs none. */
const yaml = createRequire(createRequire(import.meta.url).resolve('electron-updater'))('js-yaml') as {
  load(text: string): unknown
}

describe('BY27 the compose file', () => {
  const source = read('compose.yaml')
  const { services, networks, volumes } = yaml.load(source) as Compose
  const example = read('env.example')
  const strands = Object.entries(services).filter(([, { image }]) => image === 'strand')

  it('gives the servers variables that exist, and a valid configuration', () => {
    expect(strands.map(([name]) => name)).toEqual(['strand-1', 'strand-2'])
    const known = variables.map(({ name }) => name)
    const given: Record<string, string> = {
      VAPID_PUBLIC_KEY: 'B'.repeat(87),
      VAPID_PRIVATE_KEY: 'B'.repeat(43),
      DOMAIN: 'strand.example.org',
    }
    const expand = (text: string): string =>
      text.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => given[name] ?? 'x'.repeat(32)).replaceAll(/\$\{\w+:-([^{}]*)\}/g, '$1')
    for (const [name, { environment = {} }] of strands) {
      for (const key of Object.keys(environment)) expect([...known, 'NODE_OPTIONS'], name).toContain(key)
      const values = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, expand(value)]))
      const config = loadConfig({ ...values, NODE_ENV: 'production' })
      expect(config).toMatchObject({ database: { kind: 'postgres' }, secure: true, trustProxy: 1, secret: 'x'.repeat(32) })
      expect(config.vapid).not.toBeNull()
      const { environment: garage } = services.garage!
      const [, region] = /s3_region = "(.+)"/.exec(read('garage.toml'))!
      expect(config).toMatchObject({ s3: { endpoint: 'http://garage:3900', bucket: garage!.GARAGE_DEFAULT_BUCKET, region } })
    }
  })

  it('contains no secrets: they come from the environment file, whose example has every variable', () => {
    const used = new Set([...source.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const offered = new Set([...example.matchAll(/^#?([A-Z_0-9]+)=/gm)].map(([, name]) => name))
    expect(offered).toEqual(used)
    for (const { environment = {} } of Object.values(services))
      for (const [key, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY/.test(key)) expect(value, key).toMatch(/^\$\{\w+:\?\}$/)
    for (const [, name, value] of example.matchAll(/^(\w*(?:PASSWORD|SECRET|KEY)\w*)=(.*)$/gm)) expect([name, value]).toEqual([name, ''])
  })

  it('pins every image, and runs every service read-only, without privileges and with a health check', () => {
    // The image of Mailpit has its own.
    const ownCheck = new Set(['mail'])
    for (const [name, service] of Object.entries(services)) {
      expect(service.image, name).toMatch(/^(?:strand|[\w/]+:v?\d+\.\d+(?:\.\d+)?(?:-\w+)?)$/)
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(service.healthcheck !== undefined || ownCheck.has(name), name).toBe(true)
      for (const volume of service.volumes ?? []) if (/^[\w-]+:/.test(volume)) expect(Object.keys(volumes)).toContain(volume.split(':')[0])
    }
  })

  it('publishes Caddy only, and the mail catcher to this machine; databases have no way out', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
    expect(published).toEqual(['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp', 'mail 127.0.0.1:8025:8025'])
    expect(networks.private).toEqual({ internal: true })
    for (const name of ['postgres', 'meilisearch', 'garage']) expect(services[name]!.networks, name).toEqual(['private'])
    for (const name of Object.values(services).flatMap((service) => service.networks)) expect(Object.keys(networks)).toContain(name)
  })

  it('a server is healthy when it wants requests, so that only then the other one is replaced', () => {
    for (const [, { healthcheck, environment }] of strands) {
      expect(healthcheck!.test.join(' ')).toContain('http://127.0.0.1:3000/readyz')
      expect(environment, 'the port of the image').not.toHaveProperty('PORT')
    }
    expect(read('Dockerfile')).toMatch(/^ENV .*\bPORT=3000\b/m)
  })

  it('lets a server drain and finish its requests before it is killed', () => {
    const { requestsMs, servicesMs } = shutdownLimits
    for (const [, { environment, stop_grace_period: grace = '10s' }] of strands)
      expect(1000 * Number.parseInt(grace)).toBeGreaterThan(1000 * Number(environment!.STRAND_DRAIN_SECONDS) + requestsMs + servicesMs)
  })
})
