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

/** The form field for each field name of the server's errors. */
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
/** The step that contains a field. */
const stepOf: Partial<Record<keyof Problems, Form['step']>> = {
  title: 'write',
  text: 'write',
  media: 'media',
  attribution: 'info',
  start: 'info',
  end: 'info',
}

/** Sends the form as a new post, an edit or a repost, then closes the wizard and navigates to the post. */
export function useSend(wizard: WizardState, medium: Medium, post: Post | null, onDone: () => void) {
  const [, navigate] = useLocation()
  const [add, { isLoading: adding }] = useAddPostMutation()
  const [edit, { isLoading: editing }] = useEditPostMutation()
  const [repost, { isLoading: reposting }] = useRepostMutation()
  // Stays true until the dialog is unmounted, so that the form cannot be sent twice.
  const [sent, setSent] = useState(false)

  const leave = (to: string, options?: { replace: boolean }) => {
    setSent(true)
    wizard.finish()
    onDone()
    navigate(to, options)
  }

  async function send(changes: Partial<Form> = {}): Promise<void> {
    const form = { ...wizard.form, ...changes }
    const firstStep = firstStepWithProblems(form, visibleSteps(wizard.facts))
    if (firstStep) return wizard.refuse(problemsOf({ ...form, step: firstStep }), firstStep)
    // Before the first `await`: later, the browser would block the windows.
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
      // Going back would open the wizard again.
      if (wizard.isShared) return leave(`/bookmarklet/post/${answer.post.id}`, { replace: true })
      leave(`/${answer.post.href}?newPost`)
    } catch (error) {
      shares.finish([])
      // The sign-in dialog opens for it; the form stays.
      if (isSessionEnd(error)) return
      if (form.mode === 'repost') return wizard.refuse({}, undefined, `${t.wizard.repostFailed} ${failureMessage(error)}`)
      // The playlist already contains the medium, and no lookup has found that, for example because it was posted
      // since.
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
    /** Discards the form and opens the post that has the same medium. */
    openExisting(existing: Post) {
      wizard.finish()
      onDone()
      navigate(`/${existing.id}`)
    },
  }
}
