/** Locators and answers for tests of the search box. */
import { expect } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import type { Answer } from '#contract/endpoints.ts'
import type { Me } from '#contract/schemas.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { expectCount, mount, type Mounted } from './mount.tsx'

export const box = page.getByRole('combobox', { name: 'Search', exact: true })
export const list = page.getByRole('listbox', { name: 'Results' })
export const options = list.getByRole('option')
export const selected = page.getByRole('option', { selected: true })
export const status = page.getByRole('search').getByRole('status')
export const optionNamed = (name: string): Locator => page.getByRole('option', { name }).first()

export const find = (type: SearchItem['type'], title: string, fields: Partial<SearchItem> = {}): SearchItem => ({
  _id: title,
  id: title,
  type,
  source: 'strand',
  title,
  title_highlighted: title,
  image: null,
  href: '/discover',
  ...fields,
})

type SearchAnswer = Answer<'GET /api/v2/search'>

export const found = (...results: SearchItem[]): SearchAnswer => ({ results, next: null, counts: { total: results.length } })

/** Mounts a page whose searches are answered by `answer`; for a visitor by default. */
export const mountSearch = (
  path: string,
  answer: (q: string, n: number) => SearchItem[] | Promise<SearchItem[]>,
  me: Me | null = null,
): Promise<Mounted> => {
  let count = 0
  return mount(path, {
    me,
    answers: { 'GET /api/v2/search': async ({ query }) => found(...(await answer(query.q, count++))) },
  })
}

/** Focuses the box, and waits for its code, so that its loading is not measured. */
export async function readyBox(): Promise<void> {
  const input = await box.findElement()
  input.focus()
  await expect.element(status).toBeInTheDocument()
}

/** The texts that were searched for. */
export const queriesOf = ({ server }: Mounted): string[] => server.inputsOf('GET /api/v2/search').map(({ query }) => query.q)

export async function expectClosed(): Promise<void> {
  await expect.element(box).toHaveAttribute('aria-expanded', 'false')
  await expectCount(page.getByRole('option'), 0)
}
