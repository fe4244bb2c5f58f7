import { useEffect, useRef, type RefObject } from 'react'

interface StepFocus {
  form: RefObject<HTMLFormElement | null>
  /** First field of the step. */
  first: RefObject<HTMLInputElement | null>
  /** Changes with the step, and when cropping starts or ends. */
  view: string
  /** The crop step, which has no first field. */
  isCropStep: boolean
  /** Number of refused submissions. */
  refusals: number
}

/** Moves the focus to the first invalid field after a refusal, and to the first control after a step change. */
export function useStepFocus({ form, first, view, isCropStep, refusals }: StepFocus): void {
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])
  // A step change removes the focused element.
  const previousView = useRef(view)
  useEffect(() => {
    if (previousView.current === view) return
    previousView.current = view
    // A refusal that changed the step has focused the invalid field above.
    if (form.current?.querySelector('[aria-invalid="true"]')) return
    if (isCropStep) form.current?.querySelector<HTMLElement>('button, input')?.focus()
    else first.current?.focus()
  }, [form, first, view, isCropStep])
}
