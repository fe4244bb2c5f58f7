import { useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '../../../server/contract/limits.ts'
import { messages } from '../../../server/contract/messages.ts'
import { beadTitle, beadTitleProblem, categories, type Category } from '../../../server/contract/rules.ts'
import type { Bead } from '../../../server/contract/schemas.ts'
import { api, failureMessage, isFailure, useEditBeadMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TagChooser } from '../lookup/index.ts'

/** Title, description, category and tags of a playlist; its page changes in place (C5). */
export default function EditBead({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const dispatch = useDispatch()
  const isOpenBead = bead.invitees === undefined
  const [open, setOpen] = useState(true)
  const [title, setTitle] = useState(bead.title)
  const [description, setDescription] = useState(bead.description)
  const [category, setCategory] = useState<Category>(bead.category)
  const [tags, setTags] = useState<readonly string[]>(bead.tags)
  const [errors, setErrors] = useState<{ title?: string; description?: string; form?: string }>({})
  const [refusals, setRefusals] = useState(0)
  const titleInput = useRef<HTMLInputElement>(null)
  const [edit, { isLoading }] = useEditBeadMutation()

  const dirty = title !== bead.title || description !== bead.description || category !== bead.category || tags.join() !== bead.tags.join()
  const refuse = (found: typeof errors) => {
    setErrors(found)
    setRefusals((n) => n + 1)
  }
  const save = async () => {
    const found = {
      title: beadTitleProblem(title, isOpenBead) ?? undefined,
      description: isOpenBead && description.trim() === '' ? messages.beadDescriptionRequired : undefined,
    }
    if (found.title ?? found.description) return refuse(found)
    setErrors({})
    try {
      const { data } = await edit({
        params: { id: bead.id },
        body: { title: beadTitle(title, isOpenBead), description: description.trim(), category, tags: [...tags] },
      }).unwrap()
      dispatch(api.util.upsertQueryEntries([{ endpointName: 'bead', arg: { params: { id: bead.id } }, value: data }]))
      setOpen(false)
    } catch (error) {
      const fields = isFailure(error) ? error.fields : undefined
      refuse({ title: fields?.['title'], description: fields?.['description'], form: failureMessage(error) })
    }
  }

  return (
    <FormDialog
      open={open}
      title={t.bead.editTitle}
      submit={t.bead.save}
      busy={isLoading}
      dirty={dirty}
      refusals={refusals}
      error={errors.form}
      initialFocus={titleInput}
      onSubmit={() => void save()}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      <Field
        ref={titleInput}
        label={t.bead.title}
        value={title}
        maxLength={limits.beadTitle.max}
        error={errors.title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Field
        multiline
        label={t.bead.description}
        value={description}
        rows={5}
        maxLength={limits.beadDescription.max}
        error={errors.description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <SelectField
        label={t.bead.category}
        value={category}
        options={categories.map((value) => ({ value, title: t.categories[value] }))}
        onChange={(event) => setCategory(event.currentTarget.value as Category)}
      />
      <TagChooser spaces label={t.bead.tags} hint={t.bead.tagsHint} value={tags} onChange={setTags} />
    </FormDialog>
  )
}
