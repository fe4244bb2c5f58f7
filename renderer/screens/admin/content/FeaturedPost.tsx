import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { idKind } from '#contract/ids.ts'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import { useFeaturePostMutation } from '#data/adminContent.ts'
import { useSite } from '#data/index.ts'
import { adminContentPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { SaveForm, useSaving, type Saving } from '../../preferences/index.ts'
import { Section } from '../sections.tsx'
import { contentLinkOf } from './contentLink.ts'
import styles from './Content.module.css'

interface FeaturedProps {
  content: AdminContent
  onChanged: () => void
}

/** The post that is first on the page of the playlist and in its queue (Q1): chosen by link, or on its own page. */
export function FeaturedPost({ content, onChanged }: FeaturedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { kind, bead, post, featuredPost } = content
  const { readOnly } = useSite()
  const saving = useSaving()
  const [feature] = useFeaturePostMutation()
  const isThis = kind === 'post' && featuredPost?.id === post!.id

  /** @param postId null ends it */
  async function save(postId: string | null, reason: string): Promise<boolean> {
    const body = { post: postId, ...(reason !== '' && { reason }) }
    const saved = await saving.run(() => feature({ params: { id: bead.id }, body }), {
      saved: postId === null ? t.adminContent.featureEnded : t.adminContent.featured,
    })
    if (saved) onChanged()
    // The button that ends it disappears.
    if (saved && postId === null) heading.current?.focus()
    return saved !== null
  }

  return (
    <Section title={t.adminContent.featuredPost} heading={heading}>
      <p>
        {isThis ? (
          t.adminContent.featuredThis
        ) : featuredPost ? (
          <>
            {t.adminContent.featuredIs} <Link href={adminContentPath(featuredPost.id)}>{featuredPost.title}</Link>
          </>
        ) : (
          t.adminContent.featuredNone
        )}
      </p>
      <p className={styles.soft}>{t.adminContent.featuredText}</p>
      {!readOnly && <FeatureForm content={content} saving={saving} isThis={isThis} onSave={save} />}
    </Section>
  )
}

interface FormProps {
  content: AdminContent
  saving: Saving
  /** Whether the page is the one of the featured post. */
  isThis: boolean
  onSave: (postId: string | null, reason: string) => Promise<boolean>
}

function FeatureForm({ content: { kind, post, featuredPost }, saving, isThis, onSave }: FormProps) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')

  async function change(postId: string | null): Promise<void> {
    if (!(await onSave(postId, reason.trim()))) return
    setText('')
    setReason('')
  }

  async function submit(): Promise<void> {
    if (isThis) return change(null)
    const link = kind === 'post' ? { id: post!.id } : contentLinkOf(text, location.host)
    if (!('id' in link) || idKind(link.id) !== 'post') {
      setProblem(t.adminContent.notPost)
      return saving.refuse()
    }
    return change(link.id)
  }

  return (
    <SaveForm
      saving={saving}
      label={t.adminContent.featuredPost}
      submit={isThis ? t.adminContent.endFeature : t.adminContent.feature}
      secondary
      onSubmit={() => void submit()}
      actions={
        kind === 'bead' &&
        featuredPost && (
          <Button kind="plain" busy={saving.phase === 'busy'} onClick={() => void change(null)}>
            {t.adminContent.endFeature}
          </Button>
        )
      }
    >
      {kind === 'bead' && (
        <Field
          label={t.adminContent.featureField}
          name="post"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem('')
          }}
        />
      )}
      <ReasonField label={t.adminContent.reasonOptional} hint={t.adminContent.featureReasonHint} value={reason} onChange={setReason} />
    </SaveForm>
  )
}
