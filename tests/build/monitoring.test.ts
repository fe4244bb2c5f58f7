/** The dashboard for Grafana and the alerts for Prometheus use only series that the server has, with the labels that these have (BY27). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DataSource } from 'typeorm'
import { createMetrics } from '../../server/features/operations/metrics.ts'

const never = { read: () => new Promise<never>(() => undefined), expire: () => undefined }
const metrics = createMetrics({
  db: { options: { type: 'better-sqlite3' } } as DataSource,
  figures: { database: never, outbox: never, search: never, jobs: never, disk: never, store: never },
  limits: { refusals: () => new Map() },
  mail: { status: () => ({ transport: 'files', server: null, sent: 0, refused: 0, failed: 0, lastFailure: null }) },
  push: { counts: () => ({ sent: 0, gone: 0, refused: 0, failed: 0 }) },
  connect: { socketCount: () => 0 },
  isDraining: () => false,
  about: { version: '', database: '' },
})
/** Prometheus adds these to every series, and `up` for every target. */
const targetLabels = ['job', 'instance']
const series = new Map([...metrics.describe(), ['up', []]])

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

const keywords = new Set(['by', 'on', 'bool', 'and', 'or', 'unless', 'without', 'group_left', 'ignoring'])

interface Expression {
  names: string[]
  labels: string[]
  isBalanced: boolean
}

/** The series and the labels of an expression in PromQL. */
function parse(expression: string): Expression {
  const labels: string[] = []
  const plain = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\{([^}]*)\}/g, (_all, matchers: string) => {
      labels.push(...matchers.split(',').map((matcher) => matcher.split(/[=!~]/)[0]!.trim()))
      return ''
    })
    .replace(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g, (_all, list: string) => {
      labels.push(...list.split(',').map((label) => label.trim()))
      return ''
    })
    .replace(/\[[^\]]*\]/g, '')
  const names = [...plain.matchAll(/[a-z_][a-z0-9_]*(?!\w*\s*\()\b/gi)].map(([name]) => name).filter((name) => !keywords.has(name))
  const count = (character: string) => expression.split(character).length
  return { names, labels, isBalanced: count('(') === count(')') && count('{') === count('}') }
}

function expectKnown(expression: string, shown: readonly string[] = []): void {
  const { names, labels, isBalanced } = parse(expression)
  expect(isBalanced, expression).toBe(true)
  expect(names.length, expression).toBeGreaterThan(0)
  for (const name of names) expect(series.has(name), `${name} in ${expression}`).toBe(true)
  const known = new Set([...targetLabels, ...names.flatMap((name) => series.get(name)!)])
  for (const label of [...labels, ...shown]) expect(known.has(label), `the label ${label} in ${expression}`).toBe(true)
}

interface Panel {
  title: string
  type: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; legendFormat: string }[]
}
interface Dashboard {
  panels: Panel[]
  annotations: { list: { expr: string }[] }
  templating: { list: { name: string; query: unknown }[] }
}

describe('the dashboard', () => {
  const dashboard = JSON.parse(read('grafana/strand.json')) as Dashboard
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')

  it.each(panels)('BY27 $title: all series and labels exist', ({ targets }) => {
    expect(targets!.length).toBeGreaterThan(0)
    for (const { expr, legendFormat } of targets!)
      expectKnown(
        expr,
        [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!),
      )
  })

  it('BY27 so do those of its annotations and of the list of servers', () => {
    for (const { expr } of dashboard.annotations.list) expectKnown(expr)
    const { query } = dashboard.templating.list.find(({ name }) => name === 'instance')!
    expect(JSON.stringify(query)).toContain('label_values(strand_info, instance)')
  })

  it('BY27 every metric of Strand is shown, and no panel covers another one', () => {
    const used = new Set(panels.flatMap(({ targets }) => targets!.flatMap(({ expr }) => parse(expr).names)))
    const alerts = new Set(expressions.flatMap((expression) => parse(expression).names))
    const annotated = new Set(dashboard.annotations.list.flatMap(({ expr }) => parse(expr).names))
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
    const shown = new Set([...used, ...alerts, ...annotated].map(base))
    const own = [...metrics.describe().keys()].filter((name) => name.startsWith('strand_')).map(base)
    expect(own.filter((name) => !shown.has(name))).toEqual(['strand_job_running'])
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

const expressions = [...read('prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression!)

describe('the alerts', () => {
  const rules = read('prometheus/alerts.yml')
    .split(/^ +- alert: /m)
    .slice(1)

  it.each(rules.map((rule) => [rule.split('\n')[0]!, rule] as const))('BY27 %s: all series and labels exist', (_name, rule) => {
    const [, expression] = /^ +expr: (.+)$/m.exec(rule)!
    expectKnown(
      expression!,
      [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!),
    )
    expect(rule).toMatch(/^ +labels: \{ severity: (page|ticket) \}$/m)
    expect(rule).toMatch(/^ +summary: '.+'$/m)
  })

  it('BY27 an unknown series or label is found', () => {
    expect(() => expectKnown('rate(strand_http_request_total[5m])')).toThrow(/strand_http_request_total/)
    expect(() => expectKnown('sum by (path) (strand_http_requests_total)')).toThrow(/label path/)
    expect(() => expectKnown('strand_search_lag{shard="1"} > 0')).toThrow(/label shard/)
    expect(expressions).toHaveLength(rules.length)
  })
})
