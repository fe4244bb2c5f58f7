import { useRef, useState } from 'react'
import { messages } from '../../../server/contract/messages.ts'
import { networks, type Network } from '../../../server/contract/rules.ts'
import type { Me } from '../../../server/contract/schemas.ts'
import { useDisconnectMutation } from '../../app/api/accounts.ts'
import { isFailure, useSite } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useKeptFocus } from '../../ui/focus.ts'
import styles from './Preferences.module.css'

interface Standing {
  network: Network
  connected: boolean
  /** What one is called there. */
  name: string | undefined
}

const standings = ({ hasFB, facebookInfo, hasTwitter, twitterInfo }: Me): Standing[] => networks.map((network) =>
  network === 'facebook' ? { network, connected: hasFB, name: facebookInfo?.name } : { network, connected: hasTwitter, name: twitterInfo?.name })

/** The other networks through which one signs in (P3). Nothing new is connected where everything is read-only. */
export function ConnectedApps({ me, notice }: { me: Me; notice: { text: string; failed: boolean } | null }) {
  const site = useSite()
  const part = useRef<HTMLDivElement>(null)
  // What disconnects becomes what connects, or goes with its row.
  useKeptFocus(part, () => part.current?.querySelector('li a, li button') ?? document.querySelector('main h1'))
  const [left, setLeft] = useState<string | null>(null)
  const rows = standings(me).filter(({ network, connected }) => connected || (site.networks.includes(network) && !site.readOnly))
  return (
    <div ref={part} className={styles.section}>
      <p className={styles.soft}>{rows.length > 0 ? t.preferences.appsText : t.preferences.appsNone}</p>
      {notice && <p role={notice.failed ? 'alert' : 'status'} className={notice.failed ? styles.failed : styles.good}>{notice.text}</p>}
      <p role="status" className={styles.good}>{left}</p>
      {rows.length > 0 && <ul className={styles.rows}>{rows.map((standing) => <NetworkRow key={standing.network} standing={standing} onLeft={setLeft} />)}</ul>}
    </div>
  )
}

function NetworkRow({ standing: { network, connected, name }, onLeft }: { standing: Standing; onLeft: (words: string | null) => void }) {
  const [disconnect, { isLoading }] = useDisconnectMutation()
  const [failed, setFailed] = useState<string | null>(null)
  const title = t.common.networks[network]
  const leave = async () => {
    setFailed(null)
    onLeft(null)
    const { error } = await disconnect({ params: { network } })
    if (!error) onLeft(t.preferences.disconnected(title))
    // Who would lock themselves out is told how not to.
    else setFailed(isFailure(error) && error.code === 'conflict' ? error.message : messages.disconnectFailed)
  }
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <span className={styles.network}>{title}</span>
        <span className={styles.soft}>{connected ? t.preferences.connectedAs(name ?? title) : t.preferences.notConnected}</span>
        <span role="alert" className={styles.failed}>{failed}</span>
      </div>
      {connected
        ? <Button size="small" busy={isLoading} aria-label={t.preferences.disconnectFrom(title)} onClick={() => void leave()}>{t.preferences.disconnect}</Button>
        : <a href={`/connect/${network}`} className={styles.export} aria-label={t.preferences.connectTo(title)}>{t.preferences.connect}</a>}
    </li>
  )
}
