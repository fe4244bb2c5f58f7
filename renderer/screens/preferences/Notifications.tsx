import { useState } from 'react'
import { emailPrefNames, pushPrefNames, type EmailPrefs, type Network, type PushPrefs } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { useSavePreferencesMutation } from '#data/accounts.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { PushOptIn } from '#widgets/push/index.ts'
import { SaveForm } from './SaveForm.tsx'
import { useSaving } from './useSaving.ts'
import styles from './Preferences.module.css'

/** These options are shown only if the network is connected, or can be connected at this site. */
const requiredNetwork: Partial<Record<string, Network>> = { onFacebookFriend: 'facebook', onTwitterFriend: 'twitter' }

const changedFlags = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(Object.entries(now).filter(([flag, on]) => before[flag as keyof T] !== on)) as Partial<T>

/** The tab "Notifications": options for email and push notifications, and the devices that receive them (P2). */
export function Notifications({ me }: { me: Me }) {
  const { networks } = useSite()
  const [emailPrefs, setEmailPrefs] = useState<EmailPrefs>(me.emailPrefs)
  const [pushPrefs, setPushPrefs] = useState<PushPrefs>(me.pushPrefs)
  const saving = useSaving()
  const [save] = useSavePreferencesMutation()
  // Sends only changed flags: an unsubscribe link or another device may have changed others.
  const [savedPrefs, setSavedPrefs] = useState({ emailPrefs: me.emailPrefs, pushPrefs: me.pushPrefs })
  const submit = async () => {
    const body = { emailPrefs: changedFlags(emailPrefs, savedPrefs.emailPrefs), pushPrefs: changedFlags(pushPrefs, savedPrefs.pushPrefs) }
    if (await saving.run(() => save({ body }))) setSavedPrefs({ emailPrefs, pushPrefs })
  }
  const connected: Record<Network, boolean> = { facebook: me.hasFB, twitter: me.hasTwitter }
  const isAvailable = (flag: string): boolean => {
    const network = requiredNetwork[flag]
    return network === undefined || connected[network] || networks.includes(network)
  }
  return (
    <div className={styles.sections}>
      <div className={styles.section}>
        <h2 className={styles.heading}>{t.preferences.notifications}</h2>
        <SaveForm saving={saving} label={t.preferences.notifications} submit={t.preferences.makeItSo} onSubmit={() => void submit()}>
          <div className={styles.pair}>
            <fieldset className={styles.flags}>
              <legend className={styles.legend}>{t.preferences.emailHeading}</legend>
              {emailPrefNames.filter(isAvailable).map((flag) => (
                <Checkbox
                  key={flag}
                  name={flag}
                  label={t.preferences.emailFlags[flag]}
                  checked={emailPrefs[flag]}
                  onChange={(on) => setEmailPrefs((before) => ({ ...before, [flag]: on }))}
                />
              ))}
            </fieldset>
            <fieldset className={styles.flags}>
              <legend className={styles.legend}>{t.preferences.pushHeading}</legend>
              {pushPrefNames.filter(isAvailable).map((flag) => (
                <Checkbox
                  key={flag}
                  name={flag}
                  label={t.preferences.pushFlags[flag]}
                  checked={pushPrefs[flag]}
                  onChange={(on) => setPushPrefs((before) => ({ ...before, [flag]: on }))}
                />
              ))}
            </fieldset>
          </div>
        </SaveForm>
      </div>
      <div className={styles.section}>
        <h2 className={styles.heading}>{t.preferences.devicesHeading}</h2>
        <PushOptIn place="preferences" />
      </div>
    </div>
  )
}
