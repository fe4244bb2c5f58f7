import { useLocation } from 'wouter'
import { useState } from 'react'
import { failureMessage, isFailure, isSessionEnd, useAddPostMutation, useEditPostMutation } from '#data/index.ts'
import { useRepostMutation } from '#data/postWizard.ts'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import type { Form } from './form.ts'
import { bodyOf } from './postBody.ts'
import { firstStepWithProblems, problemsOf, type Problems } from './validation.ts'
import { visibleSteps } from './machine.ts'
import { openShareWindows } from './sharing.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'

/** The form fields for the server's field names. */
const fieldNames: Record<string, keyof Problems> = {
  title: 'title',
  description: 'text',
  'media.href': 'media',
  'media.attribution': 'attribution',
  'media.startTime': 'start',
  'media.endTime': 'end',
  image: 'media',
  imageSrc: 'media',
}
const stepOf: Partial<Record<keyof Problems, Form['step']>> = {
  title: 'write',
  text: 'write',
  media: 'media',
  attribution: 'info',
  start: 'info',
  end: 'info',
}

/** Sends the form, then navigates to the post. */
export function useSend(wizard: WizardState, medium: Medium, post: Post | null, onDone: () => void) {
  const [, navigate] = useLocation()
  const [add, { isLoading: adding }] = useAddPostMutation()
  const [edit, { isLoading: editing }] = useEditPostMutation()
  const [repost, { isLoading: reposting }] = useRepostMutation()
  const [sent, setSent] = useState(false)

  const leave = (to: string) => {
    setSent(true)
    wizard.finish()
    onDone()
    navigate(to)
  }

  async function send(changes: Partial<Form> = {}): Promise<void> {
    const form = { ...wizard.form, ...changes }
    const firstStep = firstStepWithProblems(form, visibleSteps(wizard.facts))
    if (firstStep) return wizard.refuse(problemsOf({ ...form, step: firstStep }), firstStep)
    const shares = openShareWindows(form)
    try {
      if (form.mode === 'repost') {
        const { href } = await repost({ params: { id: post!.id, bead: form.bead!.id } }).unwrap()
        return leave(`/${href}?newPost`)
      }
      const body = bodyOf(form, wizard.initial, wizard.picture)
      if (form.mode === 'edit') {
        const answer = await edit({ params: { id: post!.id }, body }).unwrap()
        shares.finish(answer.share?.offers ?? [])
        return leave(`/${answer.post.href}`)
      }
      const answer = await add({ params: { id: form.bead!.id }, body }).unwrap()
      shares.finish(answer.share?.offers ?? [])
      leave(`/${answer.post.href}?newPost`)
    } catch (error) {
      shares.finish([])
      if (isSessionEnd(error)) return
      if (form.mode === 'repost') return wizard.refuse({}, undefined, `${t.wizard.repostFailed} ${failureMessage(error)}`)
      // A concurrent post, or the playlist was chosen after the lookup.
      if (isFailure(error) && error.code === 'conflict') return medium.reportDuplicate()
      const fields: Problems = {}
      for (const [field, message] of Object.entries(isFailure(error) ? (error.fields ?? {}) : {})) {
        const known =
          fieldNames[field] ??
          (field.startsWith('partnerMetaData.') ? (field.slice('partnerMetaData.'.length) as keyof Problems) : undefined)
        if (known) fields[known] = message
      }
      const [first] = Object.keys(fields) as (keyof Problems)[]
      wizard.refuse(fields, first === undefined ? undefined : stepOf[first], `${t.wizard.submitFailed}: ${failureMessage(error)}`)
    }
  }

  return {
    send,
    busy: adding || editing || reposting || sent,
    /** Opens the existing post instead. */
    openExisting(existing: Post) {
      wizard.finish()
      onDone()
      navigate(`/${existing.id}`)
    },
  }
}
