import { useState } from 'react'
import { Link } from 'wouter'
import { limits } from '#contract/limits.ts'
import type { AdminContent } from '#contract/schemas/adminContent.ts'
import { useFeatureCuratorMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { SaveForm, useSaving } from '../../preferences/index.ts'
import { Section } from '../sections.tsx'

/** The featured curator of a playlist (B10). An empty field removes it. */
export function CuratorForm({ content: { bead, featuredCurator }, onChanged }: { content: AdminContent; onChanged: () => void }) {
  const saving = useSaving()
  const [uid, setUid] = useState(featuredCurator?.uid ?? '')
  const [isWrong, setWrong] = useState(false)
  const [feature] = useFeatureCuratorMutation()

  async function save(): Promise<void> {
    const given = uid.trim().replace(/^@/, '')
    const saved = await saving.run(() => feature({ params: { id: bead.id }, query: given === '' ? {} : { uid: given } }), {
      saved: t.adminContent.curatorDone,
      failed: () => {
        setWrong(true)
        return null
      },
    })
    if (saved) onChanged()
  }

  return (
    <Section title={t.adminContent.curator}>
      <p>
        {featuredCurator ? (
          <>
            {t.adminContent.curatorIs} <Link href={`/p/${featuredCurator.uid}`}>{featuredCurator.name}</Link>
          </>
        ) : (
          t.adminContent.curatorNone
        )}
      </p>
      <SaveForm saving={saving} label={t.adminContent.curator} submit={t.adminContent.submitCurator} secondary onSubmit={() => void save()}>
        <Field
          label={t.adminContent.curatorField}
          hint={t.adminContent.curatorHint}
          name="curator"
          // One more for a leading "@".
          maxLength={limits.uid.max + 1}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={uid}
          error={isWrong ? t.adminContent.curatorFailed : undefined}
          onChange={(event) => {
            setUid(event.currentTarget.value)
            setWrong(false)
          }}
        />
      </SaveForm>
    </Section>
  )
}
