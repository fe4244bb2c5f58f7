import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link2, PenLine } from 'lucide-react'
import { limits } from '../../../server/contract/limits.ts'
import { useBeadQuery, useMe } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichTextField } from '../../ui/RichTextField.tsx'
import { Shake } from '../../ui/Shake.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import { BeadPicker } from './BeadPicker.tsx'
import { Duplicate } from './Duplicate.tsx'
import { LinkStep } from './LinkStep.tsx'
import { useAddPost } from './useAddPost.ts'
import styles from './AddPostDialog.module.css'

interface AddPostDialogProps {
  open: boolean
  bead: string | null
  onClose: () => void
  onClosed: () => void
}

export function AddPostDialog({ open, bead, onClose, onClosed }: AddPostDialogProps) {
  const formId = useId()
  const { me } = useMe()
  const { data: known } = useBeadQuery({ params: { id: bead ?? '' } }, { skip: bead === null })
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const linkInput = useRef<HTMLInputElement>(null)
  const titleInput = useRef<HTMLInputElement>(null)
  const post = useAddPost(bead, onClose)
  const left = limits.postTitle.max - [...post.headline].length

  const wantClose = () => {
    if (post.busy) return false
    if (post.dirty) setAsking(true)
    return !post.dirty
  }
  // After a refusal to the field that is marked.
  useEffect(() => {
    if (post.shakes > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [post.shakes])
  // After a look-up to the headline, which comes next: at once, or the dialog takes the focus of the input that is gone.
  const found = post.media !== null
  useLayoutEffect(() => {
    if (found) titleInput.current?.focus()
  }, [found])

  return (
    <Dialog
      open={open}
      size="medium"
      title={t.addPost.title}
      description={known && t.addPost.into(known.title)}
      onClose={onClose}
      canClose={wantClose}
      onClosed={onClosed}
      initialFocus={linkInput}
      actions={
        <>
          <Button kind="plain" disabled={post.busy} onClick={() => wantClose() && onClose()}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={post.busy}>{t.addPost.submit}</Button>
        </>
      }
    >
      <Shake count={post.shakes}>
        <form
          ref={form}
          id={formId}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!post.busy) void post.send()
          }}
        >
          {bead === null && me && <BeadPicker uid={me.uid} value={post.bead} error={post.errors.bead} onChange={post.setBead} onLeave={onClose} />}
          {!post.textOnly && (
            <LinkStep
              ref={linkInput}
              link={post.link}
              lookup={post.errors.link === undefined ? post.lookup : { state: 'failed', message: post.errors.link }}
              onLink={post.setLink}
              onLook={(link) => void post.lookUp(link)}
              onRemove={post.removeLink}
            />
          )}
          {!found && (
            <div>
              <Button
                size="small"
                kind="plain"
                className={styles.turn}
                icon={<Icon as={post.textOnly ? Link2 : PenLine} size={18} />}
                onClick={() => post.setTextOnly(!post.textOnly)}
              >
                {post.textOnly ? t.addPost.withLink : t.addPost.textOnly}
              </Button>
            </div>
          )}
          {(found || post.textOnly) && (
            <>
              <Field
                ref={titleInput}
                label={t.addPost.headline}
                value={post.headline}
                aside={<span className={left < 0 ? styles.over : undefined}>{left < 0 ? t.addPost.over(-left) : t.addPost.left(left)}</span>}
                error={post.errors.title}
                onChange={(event) => post.setTitle(event.currentTarget.value)}
              />
              <RichTextField label={t.addPost.text} initial={post.text} placeholder={t.addPost.textPlaceholder} onChange={post.setText} />
              <TagsField label={t.addPost.tags} hint={t.addPost.tagsHint} value={post.tags} onChange={post.setTags} />
            </>
          )}
          {post.errors.form && <p role="alert" className={styles.failed}>{post.errors.form}</p>}
        </form>
      </Shake>
      <Duplicate
        open={post.repeat !== null}
        post={post.repeat?.post}
        onPostAnyway={post.postAnyway}
        onOpen={post.openExisting}
        onCancel={post.cancelRepeat}
      />
      <Confirm
        open={asking}
        title={t.addPost.closeTitle}
        confirm={t.addPost.closeConfirm}
        cancel={t.addPost.keepEditing}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
