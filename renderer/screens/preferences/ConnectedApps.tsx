import { useRef, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { networks, type Network } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { useDisconnectMutation } from '#data/accounts.ts'
import { isFailure, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import styles from './Preferences.module.css'

interface Standing {
  network: Network
  connected: boolean
  /** What one is called there. */
  name: string | undefined
}

const standings = ({ hasFB, facebookInfo, hasTwitter, twitterInfo }: Me): Standing[] =>
  networks.map((network) =>
    network === 'facebook'
      ? { network, connected: hasFB, name: facebookInfo?.name }
      : { network, connected: hasTwitter, name: twitterInfo?.name },
  )

interface Message {
  text: string
  failed: boolean
  /** The row that it belongs to; absent, it is about the address that led here. */
  network?: Network
}

/** The other networks through which one signs in (P3). Nothing new is connected where everything is read-only. */
export function ConnectedApps({ me, notice }: { me: Me; notice: { text: string; failed: boolean } | null }) {
  const site = useSite()
  const part = useRef<HTMLDivElement>(null)
  // What disconnects becomes what connects, or goes with its row.
  useKeptFocus(part, () => part.current?.querySelector('li a, li button') ?? document.querySelector('main h1'))
  // One message at a time: what happened last replaces what the address brought along.
  const [message, setMessage] = useState<Message | null>(notice)
  const [shownNotice, setShownNotice] = useState(notice)
  if (notice !== shownNotice) {
    setShownNotice(notice)
    setMessage(notice)
  }
  const rows = standings(me).filter(({ network, connected }) => connected || (site.networks.includes(network) && !site.readOnly))
  return (
    <div ref={part} className={styles.section}>
      <p className={styles.soft}>{rows.length > 0 ? t.preferences.appsText : t.preferences.appsNone}</p>
      <p role="alert" className={styles.failed}>
        {message?.failed && message.network === undefined ? message.text : ''}
      </p>
      <p role="status" className={styles.good}>
        {message && !message.failed ? message.text : ''}
      </p>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((standing) => (
            <NetworkRow
              key={standing.network}
              standing={standing}
              failed={message?.network === standing.network ? message.text : ''}
              onMessage={setMessage}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface RowProps {
  standing: Standing
  /** Why it could not be disconnected; empty where nothing failed. */
  failed: string
  onMessage: (message: Message | null) => void
}

function NetworkRow({ standing: { network, connected, name }, failed, onMessage }: RowProps) {
  const { readOnly } = useSite()
  const [disconnect, { isLoading }] = useDisconnectMutation()
  const title = t.common.networks[network]
  const leave = async () => {
    onMessage(null)
    const { error } = await disconnect({ params: { network } })
    if (!error) onMessage({ text: t.preferences.disconnected(title), failed: false })
    // A conflict says how to keep access to the account.
    else
      onMessage({ text: isFailure(error) && error.code === 'conflict' ? error.message : messages.disconnectFailed, failed: true, network })
  }
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <span className={styles.network}>{title}</span>
        <span className={styles.soft}>{connected ? t.preferences.connectedAs(name ?? title) : t.preferences.notConnected}</span>
        <span role="alert" className={styles.failed}>
          {failed}
        </span>
      </div>
      {connected ? (
        !readOnly && (
          <Button size="small" busy={isLoading} aria-label={t.preferences.disconnectFrom(title)} onClick={() => void leave()}>
            {t.preferences.disconnect}
          </Button>
        )
      ) : (
        <a href={`/connect/${network}`} className={styles.export} aria-label={t.preferences.connectTo(title)}>
          {t.preferences.connect}
        </a>
      )}
    </li>
  )
}
