import type { MemberRef } from '#contract/schemas.ts'

const isMember = (value: unknown): value is MemberRef => {
  const { uid, name, image } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return typeof uid === 'string' && typeof name === 'string' && (typeof image === 'string' || image === null)
}

/** Members who had been chosen, as a draft keeps them; null for anything else. */
export const asMembers = (value: unknown): MemberRef[] | null => (Array.isArray(value) && value.every(isMember) ? value : null)

const among =
  (members: readonly MemberRef[]) =>
  ({ uid }: MemberRef): boolean =>
    members.some((one) => one.uid === uid)

/** All of them beside who is chosen already, wherever those were found; at most so many. */
export const chooseAll = (chosen: readonly MemberRef[], all: readonly MemberRef[], most: number): MemberRef[] => [
  ...chosen,
  ...all.filter((member) => !among(chosen)(member)).slice(0, Math.max(0, most - chosen.length)),
]

/** Who was found elsewhere stays chosen. */
export const chooseNone = (chosen: readonly MemberRef[], of: readonly MemberRef[]): MemberRef[] =>
  chosen.filter((member) => !among(of)(member))
