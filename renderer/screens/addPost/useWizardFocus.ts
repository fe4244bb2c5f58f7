import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import type { WizardState } from './useWizard.ts'

interface WizardFocus {
  /** The ref for the form element. */
  body: RefObject<HTMLFormElement | null>
  nextButton: RefObject<HTMLButtonElement | null>
  /** The element that the dialog focuses when it opens. */
  initialFocus: { readonly current: HTMLElement | null }
  /** The element that gets the focus when the question about a duplicate closes. */
  focusAfterDuplicate: () => HTMLElement | null
}

/** Manages the focus in the wizard: on opening, and after a change of the step, a refusal or the choice of a medium. */
export function useWizardFocus({ form, formKey, refusals }: WizardState): WizardFocus {
  const nextButton = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLFormElement>(null)
  const initialFocus = useMemo(
    () => ({
      get current() {
        return initialFocusOf(body.current)
      },
    }),
    [],
  )
  useStepFocus(body, `${form.step} ${String(form.preview)} ${formKey}`)
  useEffect(() => {
    if (refusals > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [aria-invalid="true"] input')?.focus()
  }, [refusals])
  // Focus the next button when a medium has been found, so that Enter continues.
  const chosen = form.media?.href
  const lastChosen = useRef(chosen)
  useLayoutEffect(() => {
    if (chosen !== undefined && chosen !== lastChosen.current && form.step === 'media') nextButton.current?.focus()
    lastChosen.current = chosen
  }, [chosen, form.step])

  return {
    body,
    nextButton,
    initialFocus,
    focusAfterDuplicate: () =>
      (form.step === 'media' && form.media === null ? body.current?.querySelector<HTMLElement>('[type=search]') : null) ??
      nextButton.current,
  }
}

/** The initial focus of a step: its first field, or its heading on touch screens, where the keyboard would cover the step. */
function initialFocusOf(step: HTMLElement | null): HTMLElement | null {
  const heading = step?.querySelector<HTMLElement>('[data-heading]') ?? null
  if (matchMedia('(pointer: coarse)').matches) return heading
  return step?.querySelector<HTMLElement>('input[type=search], input[type=text], input[type=email], [contenteditable=true]') ?? heading
}

/** Moves the focus when `step` changes. It does nothing on mount: the dialog sets the initial focus. */
function useStepFocus(body: RefObject<HTMLFormElement | null>, step: string): void {
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    initialFocusOf(body.current)?.focus()
  }, [body, step])
}
