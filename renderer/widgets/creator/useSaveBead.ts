import type { Bead } from '#contract/schemas.ts'
import { useCreateBeadMutation, useEditBeadMutation } from '#data/index.ts'
import { bodyOf, changesOf, type BeadForm } from './form.ts'

/** `launch` and `skip` create a draft with and without a picture, `publish` publishes, `done` saves an edit (B4). */
export type Finish = 'launch' | 'skip' | 'publish' | 'done'

/** Request that creates a playlist or saves the changes of an edit. `save` rejects with the API error. */
export function useSaveBead(bead: Bead | null, initial: BeadForm) {
  const [create, creating] = useCreateBeadMutation()
  const [edit, editing] = useEditBeadMutation()
  const save = async (form: BeadForm, finish: Finish): Promise<Bead> => {
    const { data } = bead
      ? await edit({
          params: { id: bead.id },
          body: { ...changesOf(form, initial), ...(finish === 'publish' && { isDraft: false as const }) },
        }).unwrap()
      : await create({
          body: {
            ...bodyOf(form),
            isDraft: finish !== 'publish',
            ...(!form.open && { invitees: [] }),
            ...(form.picture === null && { skippedImage: true }),
          },
        }).unwrap()
    return data
  }
  return { save, isSaving: creating.isLoading || editing.isLoading }
}
