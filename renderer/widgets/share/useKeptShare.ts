import { useMemo } from 'react'
import type { MemberRef } from '#contract/schemas.ts'
import { useMe } from '#data/index.ts'
import { useDraft, type Draft } from '#data/useDraft.ts'
import { asMembers } from '../friends/index.ts'

export interface ShareText {
  name: string
  address: string
  emails: string
  msg: string
}

/** Unsent draft of the share form. */
export interface KeptShare extends ShareText {
  friends: MemberRef[]
  tagged: MemberRef[]
}

const fields = ['name', 'address', 'emails', 'msg'] as const

export const textOf = (value: Partial<Record<keyof ShareText, unknown>>): ShareText =>
  Object.fromEntries(fields.map((field) => [field, typeof value[field] === 'string' ? value[field] : ''])) as unknown as ShareText

function sound(value: unknown): KeptShare | null {
  if (typeof value !== 'object' || value === null) return null
  const found = value as Partial<Record<keyof KeptShare, unknown>>
  return { ...textOf(found), friends: asMembers(found.friends) ?? [], tagged: asMembers(found.tagged) ?? [] }
}

const keyOf = (name: string): string => `strand-${name}`

/** A visitor's draft is stored per tab, because the device may be shared. Only members can choose members. */
function readOwn(name: string): KeptShare | null {
  try {
    return sound(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'))
  } catch {
    // No draft, or storage is unavailable.
    return null
  }
}

function writeOwn(name: string, kept: KeptShare | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(textOf(kept)))
  } catch {
    // Storage is unavailable: the draft is lost.
  }
}

/** The draft of sharing `id`: a member's or a visitor's. */
export function useKeptShare(id: string): Draft<KeptShare> {
  const { me } = useMe()
  const name = `share:${id}`
  const members = useDraft(name, sound)
  const visitor = useMemo<Draft<KeptShare>>(() => ({ found: readOwn(name), keep: (kept) => writeOwn(name, kept) }), [name])
  return me ? members : visitor
}
