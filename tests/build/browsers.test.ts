/** Checks the styles and the gate script against the compatibility data of the oldest supported browsers. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { browserslistToTargets, transform } from 'lightningcss'
import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { compatibility, missingIn } from '../../build/lint/browsers.js'
import { browsers, browserWords, messages } from '#contract/index.ts'
import { gateScript } from '#http/gate.ts'

const targets = browserslistToTargets([
  `chrome ${browsers.chrome}`,
  `edge ${browsers.edge}`,
  `firefox ${browsers.firefox}`,
  `safari ${browsers.safari}`,
  `ios_saf ${browsers.safari}`,
])

/** The style sheet as built. */
const lowered = (file: string): string => transform({ filename: file, code: readFileSync(file), targets, minify: false }).code.toString()

/** Features that may be missing: the page works and reads the same without them. */
const optional = new Set([
  // Better line breaks, and the decoration of broken boxes.
  'text-wrap',
  'box-decoration-break',
  // Space for the scroll bar, a thinner scroll bar, and scroll anchoring.
  'scrollbar-gutter',
  'scrollbar-width',
  'scrollbar-color',
  'overflow-anchor',
  ':-webkit-scrollbar',
  // Only relevant for a mouse.
  'cursor',
  'resize',
  // The colour of checkboxes.
  'accent-color',
  // Only an optimisation of layout.
  'content-visibility',
  'contain-intrinsic-size',
  'contain',
  'overflow-clip-margin',
  // The colour of highlighted text; and, without scripts, hiding a line at once instead of after 8 seconds.
  ':selection',
  '@media scripting',
  // Each is used together with its prefixed form.
  'line-clamp',
  'user-select',
])

const css = compatibility().css

/** The functions and units of values, from all places of the compatibility data. */
function valueFeatures(value: string): [string, unknown][] {
  const plain = value.replace(/(["']).*?\1/g, '').replace(/url\([^)]*\)/g, '')
  const found: [string, unknown][] = []
  const types = Object.values(css.types) as Record<string, unknown>[]
  for (const [, name] of plain.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)) {
    const feature = css.types[name!] ?? types.map((type) => type[name!]).find(Boolean)
    found.push([`${name}()`, feature])
  }
  const units = {
    dvh: 'viewport_percentage_units_dynamic',
    dvw: 'viewport_percentage_units_dynamic',
    svh: 'viewport_percentage_units_small',
    lvh: 'viewport_percentage_units_large',
    cqw: 'container_query_length_units',
    cqi: 'container_query_length_units',
    lh: 'lh',
    rlh: 'rlh',
    cap: 'cap',
  }
  for (const [, unit] of plain.matchAll(/\d(dvh|dvw|svh|lvh|cqw|cqi|lh|rlh|cap)\b/g))
    found.push([unit!, css.types.length[units[unit as keyof typeof units]]])
  return found
}

/** All features of a style sheet that one of the oldest browsers lacks, with the names of those browsers. */
function unknownIn(source: string): string[] {
  const problems: string[] = []
  const note = (what: string, feature: unknown): void => {
    const where = missingIn(feature)
    if (where.length > 0 && !optional.has(what.replace(/: .*/, ''))) problems.push(`${what}: ${where.join(', ')}`)
  }
  postcss.parse(source).walk((node) => {
    if (node.type === 'decl' && !node.prop.startsWith('--')) {
      const property = css.properties[node.prop]
      // A prefixed property is used together with the standard one, or exists in one engine only.
      if (!node.prop.startsWith('-')) note(node.prop, property)
      for (const word of node.value.split(/[\s,]+/)) if (/^[a-z-]+$/.test(word)) note(`${node.prop}: ${word}`, property?.[word])
      for (const [what, feature] of valueFeatures(node.value)) note(what, feature)
    } else if (node.type === 'atrule') {
      note(`@${node.name}`, css['at-rules'][node.name])
      if (node.name === 'media')
        for (const [, feature] of node.params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g))
          note(`@media ${feature}`, css['at-rules'].media[feature!])
    } else if (node.type === 'rule') {
      for (const [, name] of node.selector.matchAll(/::?([a-z][a-z-]*)/g)) note(`:${name}`, css.selectors[name!])
    }
  })
  return problems
}

const sheets = readdirSync('renderer', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => join('renderer', file))

describe('BY21 style sheets', () => {
  it('BY21 every style sheet, lowered as in the build → uses only features of the oldest supported browsers', () => {
    expect(sheets.length).toBeGreaterThan(50)
    expect(sheets.flatMap((file) => unknownIn(lowered(file)).map((problem) => `${file}: ${problem}`))).toEqual([])
  })

  it('BY21 a style sheet with unsupported features → each is found', () => {
    expect(
      unknownIn(
        'a { color: light-dark(red, blue); field-sizing: content; block-size: 1dvh } @starting-style { a { color: red } } a:open { color: red }',
      ).map((problem) => problem.split(':').slice(0, 2).join(':').replace(/: .*/, '')),
    ).toEqual(['light-dark()', 'field-sizing', 'field-sizing', '@starting-style', ':open'])
  })

  it('BY21 a scrolling row without a scroll bar → also hidden for Safari before 18.2, which lacks scrollbar-width', () => {
    const hidden = sheets
      .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
      .filter(({ source }) => source.includes('scrollbar-width: none'))
    expect(hidden.length).toBeGreaterThan(0)
    expect(hidden.filter(({ source }) => !/::-webkit-scrollbar \{\s*display: none;\s*\}/.test(source)).map(({ file }) => file)).toEqual([])
  })

  it('BY21 a part of the page with its own theme uses data-theme, which sets the tokens, not color-scheme', () => {
    expect(sheets.filter((file) => !file.endsWith('tokens.css') && /color-scheme\s*:/.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(lowered('renderer/ui/tokens.css')).not.toContain('light-dark(')
  })
})

describe('BY17 fields on a phone', () => {
  it('BY17 every field has at least 16 px on touch screens, below which Safari zooms in', () => {
    expect(readFileSync('renderer/ui/tokens.css', 'utf8')).toMatch(
      /@media \(pointer: coarse\) \{\s*:root \{[^}]*--text-field-s: max\(1rem, 16px\)/,
    )
    const small: string[] = []
    for (const file of sheets)
      postcss.parse(readFileSync(file, 'utf8')).walkDecls('font-size', ({ parent, value }) => {
        if (
          parent?.type === 'rule' &&
          /\.(input|text\[data-lines\]|select|textarea)(?![\w-])|\b(input|textarea|select)\b/.test((parent as postcss.Rule).selector) &&
          /--text-(xs|s)\b/.test(value)
        )
          small.push(`${file}: ${(parent as postcss.Rule).selector}`)
      })
    expect(small).toEqual([])
  })
})

describe('R26 the gate for old browsers', () => {
  interface World {
    has?: boolean
    mix?: boolean
    lookbehind?: boolean
    css?: boolean
  }

  /** The messages and alerts of the script in a browser that supports the given features. */
  function run({ has = true, mix = true, lookbehind = true, css: hasCss = true }: World) {
    const paragraphs: string[] = []
    const alerts: string[] = []
    const element = () => ({
      style: {},
      innerHTML: 'page',
      text: '',
      appendChild(child: { text: string }) {
        this.text = child.text
        if (this !== body) return
        paragraphs.push(child.text)
      },
    })
    const body = element()
    vm.runInNewContext(gateScript, {
      document: { body, documentElement: element(), createElement: element, createTextNode: (text: string) => ({ text }) },
      alert: (text: string) => alerts.push(text),
      RegExp: lookbehind
        ? RegExp
        : () => {
            throw new SyntaxError('Invalid regular expression: invalid group specifier name')
          },
      ...(hasCss ? { CSS: { supports: (...of: string[]) => (of.length === 1 ? has : mix) } } : {}),
    })
    return { body: body.innerHTML, paragraphs, alerts }
  }

  it('R26 a current browser → the page is unchanged', () => {
    expect(run({})).toEqual({ body: 'page', paragraphs: [], alerts: [] })
  })

  it.each<[string, World]>([
    ['Firefox 120, without :has()', { has: false }],
    ['Chrome 110, without color-mix()', { mix: false }],
    ['Safari 16.3, without lookbehind', { lookbehind: false }],
    ['a browser without CSS.supports', { css: false }],
  ])('R26 %s → the alert, and the supported browsers instead of the page', (_name, world) => {
    expect(run(world)).toEqual({ body: '', paragraphs: [messages.oldBrowser, browserWords.supported], alerts: [messages.oldBrowser] })
  })

  it('R26 the features that the gate tests arrived in exactly the versions that Strand names', () => {
    const features = [css.selectors.has, css.types.color['color-mix'], compatibility().javascript.regular_expressions.lookbehind_assertion]
    const newest = (browser: string) =>
      Math.max(...features.map(({ __compat: { support } }) => Number([support[browser]].flat().find(({ flags }) => !flags).version_added)))
    expect(Object.fromEntries(Object.keys(browsers).map((browser) => [browser, String(newest(browser))]))).toEqual(browsers)
  })

  it('R26 the README names the same browsers', () => {
    expect(readFileSync('README.md', 'utf8')).toContain(browserWords.supported)
  })
})
