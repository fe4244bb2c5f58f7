import { useMemo } from 'react'
import type { MemberRef } from '#contract/schemas.ts'
import { useMe } from '#data/index.ts'
import { useDraft, type Draft } from '#data/useDraft.ts'
import { parseMembers } from '../friends/index.ts'

/** Texts of the share form: name and e-mail address of a visitor who shares, addresses of the recipients, message. */
export interface ShareText {
  name: string
  address: string
  emails: string
  msg: string
}

/** Unsent draft of the share form: texts, chosen followers, and members found by a tag. */
export interface ShareDraft extends ShareText {
  friends: MemberRef[]
  tagged: MemberRef[]
}

const fields = ['name', 'address', 'emails', 'msg'] as const

/** The texts of a stored draft; '' where one is missing or invalid. */
export const textOf = (value: Partial<Record<keyof ShareText, unknown>>): ShareText =>
  Object.fromEntries(fields.map((field) => [field, typeof value[field] === 'string' ? value[field] : ''])) as unknown as ShareText

function parseDraft(value: unknown): ShareDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const found = value as Partial<Record<keyof ShareDraft, unknown>>
  return { ...textOf(found), friends: parseMembers(found.friends) ?? [], tagged: parseMembers(found.tagged) ?? [] }
}

const keyOf = (name: string): string => `strand-${name}`

/**
 * A visitor's draft is stored per tab, because the device may be shared. It has no members: only members can choose
 * them.
 */
function readVisitorDraft(name: string): ShareDraft | null {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'))
  } catch {
    // No draft, or storage is unavailable.
    return null
  }
}

function writeVisitorDraft(name: string, draft: ShareDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(textOf(draft)))
  } catch {
    // Storage is unavailable: the draft is lost.
  }
}

function createVisitorDraft(name: string): Draft<ShareDraft> {
  let isFinished = false
  return {
    savedDraft: readVisitorDraft(name),
    saveDraft(draft) {
      if (!isFinished) writeVisitorDraft(name, draft)
    },
    finishDraft() {
      isFinished = true
      writeVisitorDraft(name, null)
    },
  }
}

/** The draft of sharing the playlist or post `id`: the signed-in member's, else the visitor's of this tab. */
export function useShareDraft(id: string): Draft<ShareDraft> {
  const { me } = useMe()
  const name = `share:${id}`
  const members = useDraft(name, parseDraft)
  const visitor = useMemo(() => createVisitorDraft(name), [name])
  return me ? members : visitor
}
