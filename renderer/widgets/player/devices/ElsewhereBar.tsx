import { useLayoutEffect } from 'react'
import type { ConnectDevice } from '#contract/connect.ts'
import type { Devices } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { DevicesButton } from './DevicesButton.tsx'
import styles from './ElsewhereBar.module.css'

interface ElsewhereBarProps {
  devices: Devices
  /** The device that plays. */
  device: ConnectDevice
}

/** The player of a page without a queue, while another device of the member plays: from here, that one can be controlled. */
export default function ElsewhereBar({ devices, device: { name, playing } }: ElsewhereBarProps) {
  // Space at the end of the page, so that the bar covers nothing. A layout effect, so that its cleanup does not remove the space of the
  // player that replaces the bar.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--player-inset', 'calc(48px + var(--safe-bottom))')
    return () => void style.removeProperty('--player-inset')
  }, [])
  return (
    <section className={styles.bar} aria-label={t.player.region} data-player>
      <p className={styles.text}>
        <strong>{playing?.title}</strong> {t.devices.playingOn(name)}
      </p>
      <DevicesButton devices={devices} />
    </section>
  )
}
