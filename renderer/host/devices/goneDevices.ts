import { connectLimits } from '#contract/rules.ts'

/**
 * Reports devices that are no longer listed. After a restart, the server lists only devices that have connected again: for `lingerMs`
 * after this device has connected, a missing one may still return.
 */
export function createGoneDevices(report: (id: string) => void) {
  const missing = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function reportMissing(): void {
    timer = undefined
    const gone = [...missing]
    missing.clear()
    for (const id of gone) report(id)
  }

  return {
    /** This device has connected, or has lost its connection. */
    setConnected(isConnected: boolean): void {
      clearTimeout(timer)
      timer = isConnected ? setTimeout(reportMissing, connectLimits.lingerMs) : undefined
    },
    setListed(previous: Iterable<string>, listed: ReadonlySet<string>): void {
      for (const id of previous) missing.add(id)
      for (const id of listed) missing.delete(id)
      if (timer === undefined) reportMissing()
    },
    close(): void {
      clearTimeout(timer)
    },
  }
}
