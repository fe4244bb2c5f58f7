import { useEffect, useMemo, useState } from 'react'
import encodeQR from 'qr'
import { call } from '#data/client.ts'
import { t } from '#texts/index.ts'
import { pair, type Connected, type PairingView } from './pairing.ts'
import { Product } from './Product.tsx'
import styles from './PairingScreen.module.css'

const setTimer = (callback: () => void, ms: number) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Shows how to connect the television to a member, until one has done so (T1). */
export function PairingScreen({ onConnected }: { onConnected: (connected: Connected) => void }) {
  const [{ shown, problem }, setView] = useState<PairingView>({ shown: null, problem: null })
  useEffect(
    () =>
      pair({
        begin: () => call('POST /api/v1/auth/tvos/token', {}),
        poll: (body) => call('POST /api/v1/auth/tvos/poll', { body }),
        setTimer,
        onView: setView,
        onConnected,
      }),
    // The pairing runs once; its result replaces this screen.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  )
  const { pairing } = t.tv
  return (
    <main className={styles.screen}>
      <div className={styles.words}>
        <Product />
        <h1 className={styles.heading}>{pairing.heading}</h1>
        {shown && (
          <p className={styles.step}>
            {pairing.scan}, {pairing.or} <strong className={styles.address}>{shown.codePage.replace(/^https?:\/\//, '')}</strong>{' '}
            {pairing.enter}
          </p>
        )}
        <p role="status" aria-label={pairing.code} className={styles.code}>
          {shown && (
            <>
              <span>{shown.code.slice(0, 4)}</span>
              <span>{shown.code.slice(4)}</span>
            </>
          )}
        </p>
        <p className={styles.hint}>{shown ? pairing.hint : problem === null && pairing.preparing}</p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem === 'paused' ? pairing.paused : pairing.failed}
          </p>
        )}
      </div>
      {shown && <QrCode address={shown.url} />}
    </main>
  )
}

/** Black on white with a margin: scanners need both. */
function QrCode({ address }: { address: string }) {
  const { path, size } = useMemo(() => {
    const rows = encodeQR(address, 'raw', { border: 4 })
    return { path: rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join(''), size: rows.length }
  }, [address])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={t.tv.pairing.qr(address)}>
      <path d={path} fill="#000" />
    </svg>
  )
}
