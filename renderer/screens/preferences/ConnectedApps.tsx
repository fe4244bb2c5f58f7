import { useRef, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { networks, type Network } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { useDisconnectMutation } from '#data/accounts.ts'
import { isFailure, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import styles from './Preferences.module.css'

interface Connection {
  network: Network
  connected: boolean
  /** The member's name on the network. */
  name: string | undefined
}

const connectionsOf = ({ hasFB, facebookInfo, hasTwitter, twitterInfo }: Me): Connection[] =>
  networks.map((network) =>
    network === 'facebook'
      ? { network, connected: hasFB, name: facebookInfo?.name }
      : { network, connected: hasTwitter, name: twitterInfo?.name },
  )

interface Message {
  text: string
  failed: boolean
  /** The row that shows the message; without it, the message is above the list. */
  network?: Network
}

/**
 * Connects and disconnects social networks (P3). Read-only sites connect no new ones.
 *
 * @param notice the result of the redirect from a network, see `targetOf`
 */
export function ConnectedApps({ me, notice }: { me: Me; notice: { text: string; failed: boolean } | null }) {
  const site = useSite()
  const section = useRef<HTMLDivElement>(null)
  // After disconnecting, the button changes or its row disappears.
  useFocusFallback(section, () => section.current?.querySelector('li a, li button') ?? document.querySelector('main h1'))
  // The latest message, from the URL or from disconnecting, replaces the one before.
  const [message, setMessage] = useState<Message | null>(notice)
  const [shownNotice, setShownNotice] = useState(notice)
  if (notice !== shownNotice) {
    setShownNotice(notice)
    setMessage(notice)
  }
  const rows = connectionsOf(me).filter(({ network, connected }) => connected || (site.networks.includes(network) && !site.readOnly))
  return (
    <div ref={section} className={styles.section}>
      <p className={styles.soft}>{rows.length > 0 ? t.preferences.appsText : t.preferences.appsNone}</p>
      <p role="alert" className={styles.failed}>
        {message?.failed && message.network === undefined ? message.text : ''}
      </p>
      <p role="status" className={styles.good}>
        {message && !message.failed ? message.text : ''}
      </p>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((connection) => (
            <NetworkRow
              key={connection.network}
              connection={connection}
              error={message?.network === connection.network ? message.text : ''}
              onMessage={setMessage}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface RowProps {
  connection: Connection
  /** Error of the last attempt to disconnect; empty if none. */
  error: string
  onMessage: (message: Message | null) => void
}

function NetworkRow({ connection: { network, connected, name }, error: failed, onMessage }: RowProps) {
  const { readOnly } = useSite()
  const [disconnect, { isLoading }] = useDisconnectMutation()
  const title = t.common.networks[network]
  const disconnectNetwork = async () => {
    onMessage(null)
    const { error } = await disconnect({ params: { network } })
    if (!error) onMessage({ text: t.preferences.disconnected(title), failed: false })
    // A conflict: it is the only way to sign in. The message of the server explains what to do first.
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
          <Button size="small" busy={isLoading} aria-label={t.preferences.disconnectFrom(title)} onClick={() => void disconnectNetwork()}>
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
