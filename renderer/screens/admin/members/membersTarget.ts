/** What the query string of `/admin/members` asks for. Pure. */
export const lists = ['newest', 'suspended', 'admins'] as const

export interface MembersTarget {
  q: string
  list: (typeof lists)[number]
}

export function targetOf(search: string): MembersTarget {
  const params = new URLSearchParams(search)
  return { q: (params.get('q') ?? '').trim(), list: lists.find((list) => list === params.get('list')) ?? 'newest' }
}
