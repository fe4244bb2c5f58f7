/** Metadata of hostile pages, which are parsed without blocking the event loop. */
import { describe, expect, test } from 'vitest'
import type { SafeAnswer } from '../../server/features/media/safe-fetch.ts'
import { scrape } from '../../server/features/media/scrape.ts'
import { expectShortTurns } from '../support/event-loop.ts'

const page = (html: string): SafeAnswer =>
  ({ href: 'https://example.org/page', status: 200, body: Buffer.from(html) }) as unknown as SafeAnswer

describe('hostile pages', () => {
  const size = 300_000
  const fill = (part: string): string => part.repeat(Math.ceil(size / part.length))
  const hostile = {
    '60,000 nested elements': '<div>'.repeat(60_000),
    'nested and closed elements': '<div>'.repeat(25_000) + '</div>'.repeat(25_000),
    'end tags without a start': fill('</p>'),
    'unfinished tags': fill('<meta '),
    'many tags of one name': fill('<meta property="og:title" content="x">'),
    'one tag with many attributes': `<meta ${fill('a b=c ')}>`,
    'a title that never ends': `<title>${fill('&amp;<')}`,
    'comments that never end': fill('<!-- '),
    entities: `<meta property="og:title" content="${fill('&#x1F600;&')}">`,
  }

  test.each(Object.entries(hostile))('D2 a page of %s is parsed within 50 ms', async (_name, html) => {
    await expectShortTurns(() => scrape(page(html)))
  })

  test('D2 metadata before a hostile part is used', () => {
    expect(scrape(page(`<meta property="og:title" content="Kept">${'<div>'.repeat(60_000)}`)).facts.title).toBe('Kept')
  })
})

test.each([
  ['<meta property="og:title" content="OG"><meta name="twitter:title" content="Tw"><title>T</title>', 'OG'],
  ['<meta name="twitter:title" content="Tw"><title>T</title>', 'Tw'],
  ['<title> Caf&eacute; &amp; more </title><svg><title>Icon</title></svg>', 'Café & more'],
  ['<p>nothing</p>', undefined],
])('D2 the title of %s → %s', (html, title) => {
  expect(scrape(page(html)).facts.title).toBe(title)
})
