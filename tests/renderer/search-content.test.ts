import { describe, expect, it } from 'vitest'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import type { Media } from '#contract/schemas.ts'
import type { Answer } from '#widgets/searchBox/answer.ts'
import { contentOf, optionsOf, statusOf } from '#widgets/searchBox/content.ts'
import { filterMatching } from '#widgets/searchBox/filterMatching.ts'
import { parseQuery } from '#widgets/searchBox/parseInput.ts'
import type { SessionView } from '#widgets/searchBox/session.ts'

const item = (type: SearchItem['type'], title: string, id = title): SearchItem => ({
  _id: id,
  id,
  type,
  source: 'strand',
  title,
  title_highlighted: title,
  image: null,
  href: `/${id}`,
})

const view = (typed: string, more: Partial<SessionView<Answer>> = {}): SessionView<Answer> => ({
  live: true,
  searchQuery: parseQuery(typed),
  answer: null,
  previous: null,
  state: 'waiting',
  ...more,
})
const results = (...items: SearchItem[]): Answer => ({ kind: 'results', items, total: items.length })

describe('X2 retained results while the next query is pending', () => {
  const known = [
    item('bead', 'Café at night'),
    item('post', 'Night drive'),
    item('member', 'Nia Cole', 'night.owl'),
    item('tag', 'NightDrive'),
  ]

  it.each([
    ['ni', ['Café at night', 'Night drive', 'Nia Cole', 'NightDrive']],
    ['night dr', ['Night drive']],
    ['CAFE', ['Café at night']],
    ['*nig', ['Café at night']],
    ['@nig', ['Nia Cole']],
    ['#night', ['NightDrive']],
    ['drove', []],
    ['ight', []],
  ])('X2 %j retains %j', (text, titles) => expect(filterMatching(known, text.toLowerCase()).map(({ title }) => title)).toEqual(titles))

  it('X2 retained results are listed without a status while the query is pending; a failed query shows no results', () => {
    const waiting = contentOf(view('night d', { previous: results(...known) }))
    expect(waiting).toMatchObject({ kind: 'results', waiting: true, items: [{ title: 'Night drive' }] })
    expect(statusOf(waiting!), 'nothing is told before there is an answer').toBe('')
    expect(contentOf(view('night d', { state: 'failed' }))).toMatchObject({ items: [], waiting: false })
  })
})

describe('X1 options of the dropdown', () => {
  it('X1 results → options grouped by section, then the option for all results', () => {
    const content = contentOf(
      view('a', { state: 'answered', answer: results(item('post', 'P'), item('tag', 'T'), item('member', 'M'), item('bead', 'B')) }),
    )
    expect(optionsOf(content, 'a', null).map(({ key }) => key)).toEqual(['tag T', 'bead B', 'member M', 'post P', 'all'])
    expect(statusOf(content!)).toBe('4 results')
  })

  it('X1 no results → the web search is the only option', () => {
    const content = contentOf(view('Zzz', { state: 'answered', answer: results() }))
    expect(optionsOf(content, 'Zzz', 'music')).toMatchObject([{ kind: 'elsewhere', href: '/search/web?q=Zzz' }])
    expect(statusOf(content!)).toBe('No results found for zzz.')
  })

  const link = 'https://media.example/a'
  const media = (streams: Media['media']): Media => ({ type: 'video', href: link, title: 'A', source: 'media.example', media: streams })

  it('X2 a playable link → play, add, visit; another link → add, visit; a Strand link → its page; a pending link → none', () => {
    const does = (answer: Answer) =>
      optionsOf(contentOf(view(link, { state: 'answered', answer })), link, null).map((option) => option.kind)
    expect(
      does({ kind: 'link', media: media([{ type: 'file', uri: link, href: link } as Media['media'][number]]), byAddress: false }),
    ).toEqual(['play', 'add', 'visit'])
    expect(
      does({ kind: 'link', media: media([{ type: 'link', uri: link, href: link } as Media['media'][number]]), byAddress: false }),
    ).toEqual(['add', 'visit'])
    expect(does({ kind: 'link', media: null, byAddress: false })).toEqual(['add', 'visit'])
    expect(does({ kind: 'own', path: '/music' })).toEqual(['own'])
    expect(optionsOf(contentOf(view(link)), link, null)).toEqual([])
  })
})
