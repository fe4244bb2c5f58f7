import { useEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '#data/useDraft.ts'
import { saveDraftPicture, loadDraftPicture } from '#data/draftPictures.ts'
import type { SharedContent } from '#data/index.ts'
import type { Bead, Me, Post } from '#contract/schemas.ts'
import { emptyForm, initialEditForm, sharedFields, type Form, type TargetBead } from './form.ts'
import { parseDraft, hasUnsavedInput, draftOf, restoreDraft } from './formDraft.ts'
import { factsOf, problemsOf, type Field, type Problems } from './validation.ts'
import { back, go, next, toVisibleStep, type Mode, type StepName } from './machine.ts'

/** What the wizard is opened with. */
export interface WizardInput {
  mode: Mode
  me: Me
  /** The given playlist; null if the member chooses one. */
  bead: Pick<Bead, 'id' | 'title' | 'image'> | null
  /** The post that is edited or reposted. */
  post: Post | null
  /** The initial text of the search field, such as a link that an app has shared. */
  link: string | null
  /** What another page or app shares with the link. */
  shared: SharedContent | null
}

const targetBeadOf = (bead: WizardInput['bead']): TargetBead | null => bead && { id: bead.id, title: bead.title, image: bead.image ?? null }

function initialForm({ mode, bead, post, link, shared }: WizardInput): Form {
  if (mode === 'edit' && post) return initialEditForm(post)
  const form = { ...emptyForm(mode, targetBeadOf(bead)), query: link ?? '', ...(shared && sharedFields(shared, link)) }
  return { ...form, ...toVisibleStep(form, factsOf(form, bead !== null)) }
}

/** The key of the draft: each post, and each combination of playlist and link, or shared text without a link, has its own. */
const draftName = ({ mode, bead, post, link, shared }: WizardInput): string =>
  mode === 'edit'
    ? `post:${post!.id}`
    : mode === 'repost'
      ? `repost:${post!.id}`
      : `post:new:${bead?.id ?? ''}${link === null ? (shared === null ? '' : `:${shared.title} ${shared.text}`) : `:${link}`}`

/** The problems of the fields that do not change. */
function withoutChanged(problems: Problems, changes: Partial<Form>, form: Form): Problems {
  const remaining = { ...problems }
  for (const field of Object.keys(changes)) delete remaining[field as Field]
  // `entry` is one field of the form, but each of its values has its own problem.
  if ('entry' in changes)
    for (const field of Object.keys(changes.entry ?? {}))
      if (changes.entry?.[field as keyof Form['entry']] !== form.entry[field as keyof Form['entry']]) delete remaining[field as Field]
  return remaining
}

/** State, position and draft of the wizard. The draft stays on the device until the form is sent. */
export function useWizard(input: WizardInput) {
  const { me, mode, bead } = input
  const draftKey = draftName(input)
  const { savedDraft, saveDraft, finishDraft } = useDraft(draftKey, parseDraft(mode === 'add' ? ['add', 'challenge'] : [mode]))
  const [initial] = useState(() => initialForm(input))
  const [form, setForm] = useState<Form>(() => (savedDraft === null ? initial : restoreDraft(savedDraft, initial, bead !== null)))
  const [restored, setRestored] = useState(savedDraft !== null)
  /** The data URL of an uploaded picture. */
  const [picture, setPicture] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  /** The message below the form when the server has refused it. */
  const [failure, setFailure] = useState<string | null>(null)
  /** The number of refusals; each one shakes the form and focuses the first invalid field. */
  const [refusals, setRefusals] = useState(0)
  /** The key of the form. A new value remounts the fields; the editor reads its text only once. */
  const [formKey, setFormKey] = useState(0)
  const known = bead !== null

  const facts = useMemo(() => factsOf(form, known), [form, known])
  const dirty = hasUnsavedInput(form, initial)
  useEffect(() => saveDraft(dirty ? draftOf(form, initial) : null), [saveDraft, form, initial, dirty])

  // The picture of a draft is stored separately (IndexedDB). If it is lost, the member has to choose a medium again.
  const shouldLoadPicture = useRef(savedDraft?.uploaded === true && savedDraft.fresh === true)
  useEffect(() => {
    if (!shouldLoadPicture.current) return
    shouldLoadPicture.current = false
    void loadDraftPicture(me.uid, draftKey).then((draftPicture) => {
      if (draftPicture === null) setForm((now) => ({ ...now, media: null, uploaded: false, step: 'media', preview: false }))
      else setPicture(draftPicture)
    })
  }, [me.uid, draftKey])

  /** Changes fields of the form and removes their problems. If the current step becomes hidden, goes to a visible one. */
  const change = (changes: Partial<Form>) => {
    setForm((now) => {
      const changed = { ...now, ...changes }
      return { ...changed, ...toVisibleStep(changed, factsOf(changed, known)) }
    })
    setFailure(null)
    setProblems((now) => withoutChanged(now, changes, form))
  }
  /** Shows problems, in `step` if it is given, and a message below the form. */
  const refuse = (newProblems: Problems, step?: StepName, text: string | null = null) => {
    if (step !== undefined && step !== form.step) setForm((now) => ({ ...now, step, preview: false }))
    setProblems(newProblems)
    setFailure(text)
    setRefusals((n) => n + 1)
  }

  return {
    form,
    initial,
    facts,
    known,
    draftKey,
    me,
    /** The pictures of the page that shared the link. */
    pagePictures: input.link === null ? null : { page: input.link, pictures: input.shared?.pictures ?? [] },
    isShared: input.shared !== null,
    problems,
    failure,
    refusals,
    formKey,
    picture,
    dirty,
    restored: restored && dirty,
    change,
    refuse,
    setPicture(value: string | null) {
      setPicture(value)
      void saveDraftPicture(me.uid, draftKey, value)
    },
    /** Applies `changes`, then goes to the next step unless this one has problems. `send`: the caller sends the form. */
    advance(changes: Partial<Form> = {}): 'moved' | 'send' | 'refused' {
      const changed = { ...form, ...changes }
      const newProblems = form.preview ? {} : problemsOf(changed)
      if (Object.keys(newProblems).length > 0) {
        refuse(newProblems)
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
    /** Discards the draft and resets the form. */
    startOver() {
      setForm(initial)
      setRestored(false)
      setPicture(null)
      void saveDraftPicture(me.uid, draftKey, null)
      setProblems({})
      setFailure(null)
      setFormKey((n) => n + 1)
    },
    /** Called when the form was sent or discarded. */
    finish() {
      finishDraft()
      void saveDraftPicture(me.uid, draftKey, null)
    },
  }
}

export type WizardState = ReturnType<typeof useWizard>
