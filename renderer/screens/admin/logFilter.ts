import { adminActions, type AdminActionName } from '#contract/rules.ts'

/** The filters of the admin log as its URL and its form contain them; empty: not filtered. */
export interface LogFilter {
  by: string
  target: string
  action: AdminActionName | ''
  since: string
  until: string
}

const day = /^\d{4}-\d\d-\d\d$/

const isAction = (value: string): value is AdminActionName => (adminActions as readonly string[]).includes(value)
const dayOf = (value: string): string => (day.test(value) && !Number.isNaN(Date.parse(value)) ? value : '')

/** Reads the filter of a URL. Values that the server would refuse count as empty. */
export function filterOf(search: string): LogFilter {
  const parameters = new URLSearchParams(search)
  const valueOf = (name: string): string => (parameters.get(name) ?? '').trim()
  const action = valueOf('action')
  return {
    by: valueOf('by').slice(0, 50),
    target: valueOf('target').slice(0, 64),
    action: isAction(action) ? action : '',
    since: dayOf(valueOf('since')),
    until: dayOf(valueOf('until')),
  }
}

type UsedFields = { [Name in keyof LogFilter]?: Exclude<LogFilter[Name], ''> }

/** The fields that are not empty. */
export const usedFields = (filter: LogFilter): UsedFields => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** The query of a URL: empty, or with a leading question mark. */
export function searchOf(filter: LogFilter): string {
  const query = new URLSearchParams(usedFields(filter)).toString()
  return query === '' ? '' : `?${query}`
}
