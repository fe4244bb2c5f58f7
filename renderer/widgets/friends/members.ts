import type { MemberRef } from '#contract/schemas.ts'

const isMember = (value: unknown): value is MemberRef => {
  const { uid, name, image } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return typeof uid === 'string' && typeof name === 'string' && (typeof image === 'string' || image === null)
}

/** Parses the members stored in a draft; null if the format is invalid. */
export const parseMembers = (value: unknown): MemberRef[] | null => (Array.isArray(value) && value.every(isMember) ? value : null)

const among =
  (members: readonly MemberRef[]) =>
  ({ uid }: MemberRef): boolean =>
    members.some((one) => one.uid === uid)

/** Adds all members to the selection, up to `max` in total. */
export const chooseAll = (chosen: readonly MemberRef[], all: readonly MemberRef[], max: number): MemberRef[] => [
  ...chosen,
  ...all.filter((member) => !among(chosen)(member)).slice(0, Math.max(0, max - chosen.length)),
]

/** Removes the listed members; others stay selected. */
export const chooseNone = (chosen: readonly MemberRef[], of: readonly MemberRef[]): MemberRef[] =>
  chosen.filter((member) => !among(of)(member))
