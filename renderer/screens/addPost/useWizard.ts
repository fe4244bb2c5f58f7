import { useEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '#data/useDraft.ts'
import { saveDraftPicture, loadDraftPicture } from '#data/draftPictures.ts'
import type { Bead, Me, Post } from '#contract/schemas.ts'
import {
  asForm,
  emptyForm,
  factsOf,
  formOf,
  isWorthKeeping,
  keptOf,
  problemsOf,
  restoredOf,
  type Field,
  type Form,
  type Place,
  type Problems,
} from './form.ts'
import { back, go, next, settle, type Mode, type StepName } from './machine.ts'

export interface WizardInput {
  mode: Mode
  me: Me
  bead: Pick<Bead, 'id' | 'title' | 'image'> | null
  /** What is edited, or passed on. */
  post: Post | null
  link: string | null
}

const placeOf = (bead: WizardInput['bead']): Place | null => bead && { id: bead.id, title: bead.title, image: bead.image ?? null }

function beginning({ mode, bead, post, link }: WizardInput): Form {
  if (mode === 'edit' && post) return formOf(post)
  return { ...emptyForm(mode, placeOf(bead)), query: link ?? '' }
}

const draftName = ({ mode, bead, post, link }: WizardInput): string =>
  mode === 'edit'
    ? `post:${post!.id}`
    : mode === 'repost'
      ? `repost:${post!.id}`
      : `post:new:${bead?.id ?? ''}${link === null ? '' : `:${link}`}`

/** What the wizard holds, where it stands, and how it goes on; kept on the device until it is sent. */
export function useWizard(input: WizardInput) {
  const { me, mode, bead } = input
  const name = draftName(input)
  const { found, keep } = useDraft(name, asForm(mode === 'add' ? ['add', 'challenge'] : [mode]))
  const [begun] = useState(() => beginning(input))
  const [form, setForm] = useState<Form>(() => (found === null ? begun : restoredOf(found, begun, bead !== null)))
  const [restored, setRestored] = useState(found !== null)
  const [picture, setPicture] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  /** Another value draws the fields anew: one of them reads its text only once. */
  const [turn, setTurn] = useState(0)
  const done = useRef(false)
  const known = bead !== null

  const facts = useMemo(() => factsOf(form, known), [form, known])
  const dirty = isWorthKeeping(form, begun)
  useEffect(() => {
    if (!done.current) keep(dirty ? keptOf(form, begun) : null)
  }, [keep, form, begun, dirty])

  // The picture of a draft lies beside it, where there is room for pictures.
  const wantsPicture = useRef(found?.uploaded === true && found.fresh === true)
  useEffect(() => {
    if (!wantsPicture.current) return
    wantsPicture.current = false
    void loadDraftPicture(me.uid, name).then((kept) => {
      if (kept === null) setForm((now) => ({ ...now, media: null, uploaded: false, step: 'media', preview: false }))
      else setPicture(kept)
    })
  }, [me.uid, name])

  const change = (changes: Partial<Form>) => {
    setForm((now) => {
      const changed = { ...now, ...changes }
      return { ...changed, ...settle(changed, factsOf(changed, known)) }
    })
    setFailure(null)
    setProblems((now) => {
      const left = { ...now }
      for (const field of Object.keys(changes)) delete left[field as Field]
      if ('entry' in changes)
        for (const field of Object.keys(changes.entry ?? {}))
          if (changes.entry?.[field as keyof Form['entry']] !== form.entry[field as keyof Form['entry']]) delete left[field as Field]
      return left
    })
  }
  const refuse = (found: Problems, step?: StepName, text: string | null = null) => {
    if (step !== undefined && step !== form.step) setForm((now) => ({ ...now, step, preview: false }))
    setProblems(found)
    setFailure(text)
    setRefusals((n) => n + 1)
  }

  return {
    form,
    begun,
    facts,
    known,
    name,
    me,
    problems,
    failure,
    refusals,
    turn,
    picture,
    dirty,
    restored: restored && dirty,
    change,
    refuse,
    setPicture(value: string | null) {
      setPicture(value)
      void saveDraftPicture(me.uid, name, value)
    },
    /** Whether it went on; not, where something on the step is missing. `with` is what changes at the same time. */
    advance(changes: Partial<Form> = {}): 'moved' | 'send' | 'refused' {
      const changed = { ...form, ...changes }
      const found = form.preview ? {} : problemsOf(changed)
      if (Object.keys(found).length > 0) {
        refuse(found)
        return 'refused'
      }
      const to = next(changed, factsOf(changed, known))
      if (to === 'send') return 'send'
      if (to === null) return 'refused'
      setForm({ ...changed, ...to })
      setProblems({})
      setFailure(null)
      return 'moved'
    },
    goBack() {
      const to = back(form, facts)
      if (to) change(to)
    },
    goTo: (step: StepName) => change(go(form, step, facts)),
    /** What was kept is thrown away, and it begins anew. */
    startOver() {
      setForm(begun)
      setRestored(false)
      setPicture(null)
      void saveDraftPicture(me.uid, name, null)
      setProblems({})
      setFailure(null)
      setTurn((n) => n + 1)
    },
    /** It was sent, or thrown away. */
    finish() {
      done.current = true
      keep(null)
      void saveDraftPicture(me.uid, name, null)
    },
  }
}

export type WizardState = ReturnType<typeof useWizard>
