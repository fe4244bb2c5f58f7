import { useState } from 'react'
import type { Privileges } from '#contract/schemas.ts'
import type { MemberRights as Rights } from '#contract/schemas/moderation.ts'
import { useSetMemberPrivilegesMutation } from '#data/memberPrivileges.ts'
import { t } from '#texts/index.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { Section } from '../sections.tsx'
import { SaveForm, useSaving } from '../../preferences/index.ts'
import styles from './Privileges.module.css'

/** The names of all privileges. `satisfies` makes a missing one a type error. */
const flags = Object.keys({
  canComment: 0,
  canCreateBead: 0,
  canCreateDraftBead: 0,
  canFollow: 0,
  canPost: 0,
  canCreatePost: 0,
} satisfies Record<keyof Privileges, 0>) as (keyof Privileges)[]

/** The form with a member's privileges and roles (`rights`), which are saved together. */
export function MemberRights({ rights, onSaved }: { rights: Rights; onSaved: () => void }) {
  const [privileges, setPrivileges] = useState(rights.privileges)
  const [verified, setVerified] = useState(rights.verified)
  const [isAdmin, setIsAdmin] = useState(rights.isAdmin)
  const [reason, setReason] = useState('')
  const saving = useSaving()
  const [set] = useSetMemberPrivilegesMutation()
  async function save(): Promise<void> {
    const body = { privileges, verified, isAdmin, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    if (!(await saving.run(() => set({ params: { uid: rights.uid }, body }), { saved: t.admin.saved }))) return
    setReason('')
    onSaved()
  }
  return (
    <Section title={t.admin.privilegesOf(rights.name)}>
      <SaveForm saving={saving} label={t.admin.privilegesOf(rights.name)} submit={t.admin.save} onSubmit={() => void save()}>
        <fieldset className={styles.flags}>
          <legend className={styles.legend}>{t.admin.may}</legend>
          {flags.map((flag) => (
            <Checkbox
              key={flag}
              name={flag}
              label={t.admin.flags[flag]}
              checked={privileges[flag]}
              onChange={(on) => setPrivileges((before) => ({ ...before, [flag]: on }))}
            />
          ))}
        </fieldset>
        <fieldset className={styles.flags}>
          <legend className={styles.legend}>{t.admin.are}</legend>
          <Checkbox name="verified" label={t.admin.verified} checked={verified} onChange={setVerified} />
          <Checkbox name="isAdmin" label={t.admin.isAdmin} checked={isAdmin} onChange={setIsAdmin} />
        </fieldset>
        <ReasonField label={t.adminMembers.reasonOptional} hint={t.adminMembers.reasonHint} value={reason} onChange={setReason} />
      </SaveForm>
    </Section>
  )
}
