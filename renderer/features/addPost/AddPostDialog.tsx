import { useLayoutEffect, useRef } from 'react'
import { Link2, PenLine } from 'lucide-react'
import { useBeadQuery, useMe } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichTextField } from '../../ui/RichTextField.tsx'
import { TagChooser, TextAutocomplete } from '../lookup/index.ts'
import { HeadlineField } from '../post/index.ts'
import { BeadPicker } from './BeadPicker.tsx'
import { Duplicate } from './Duplicate.tsx'
import { LinkStep } from './LinkStep.tsx'
import { useAddPost } from './useAddPost.ts'
import styles from './AddPostDialog.module.css'

interface AddPostDialogProps {
  open: boolean
  bead: string | null
  link: string | null
  onClose: () => void
  onClosed: () => void
}

export function AddPostDialog({ open, bead, link, onClose, onClosed }: AddPostDialogProps) {
  const { me } = useMe()
  const { data: known } = useBeadQuery({ params: { id: bead ?? '' } }, { skip: bead === null })
  const linkInput = useRef<HTMLInputElement>(null)
  const titleInput = useRef<HTMLInputElement>(null)
  const post = useAddPost(bead, link, onClose)

  // After a look-up to the headline, which comes next: at once, or the dialog takes the focus of the input that is gone.
  const found = post.media !== null
  useLayoutEffect(() => {
    if (found) titleInput.current?.focus()
  }, [found])

  return (
    <FormDialog
      open={open}
      title={t.addPost.title}
      description={known && t.addPost.into(known.title)}
      submit={t.addPost.submit}
      busy={post.busy}
      dirty={post.dirty}
      refusals={post.refusals}
      error={post.errors.form}
      initialFocus={linkInput}
      onSubmit={() => void post.send()}
      onClose={onClose}
      onClosed={onClosed}
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
          <HeadlineField ref={titleInput} value={post.headline} error={post.errors.title} onChange={post.setTitle} />
          <TextAutocomplete>
            <RichTextField label={t.addPost.text} initial={post.text} placeholder={t.addPost.textPlaceholder} onChange={post.setText} />
          </TextAutocomplete>
          <TagChooser spaces label={t.addPost.tags} hint={t.addPost.tagsHint} value={post.tags} onChange={post.setTags} />
        </>
      )}
      <Duplicate
        open={post.repeat !== null}
        post={post.repeat?.post}
        onPostAnyway={post.postAnyway}
        onOpen={post.openExisting}
        onCancel={post.cancelRepeat}
        finalFocus={() => titleInput.current ?? linkInput.current}
      />
    </FormDialog>
  )
}
