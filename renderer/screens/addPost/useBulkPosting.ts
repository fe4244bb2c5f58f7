import { useEffect, useRef, useState } from 'react'
import { isFailure, useAddPostMutation } from '#data/index.ts'
import { useLinkInfoMutation } from '#data/postWizard.ts'
import { postLink, rowsOf, unpostedLines, type BulkCalls, type Outcome, type Row } from './bulk.ts'
import type { TargetBead } from './form.ts'
import { splitBatch, type Entry } from './links.ts'

interface BulkPosting {
  rows: readonly Row[]
  /** The entries beyond the limit of a batch. */
  rest: readonly Entry[]
  hasStarted: boolean
  isRunning: boolean
  /** How long the batch waits for the server's rate limit, in ms; null while it does not wait. */
  pauseMs: number | null
  /** Posts the rows. `anyway` also posts duplicates, and addresses at which the server finds nothing. */
  run: (targets: readonly Row[], anyway: boolean) => Promise<void>
  stop: () => void
}

/** Posts a batch of links one after the other and records the outcome of each. */
export function useBulkPosting(
  entries: readonly Entry[],
  bead: TargetBead | null,
  onUnposted: (lines: readonly string[]) => void,
): BulkPosting {
  const [rows, setRows] = useState<readonly Row[]>([])
  const [isRunning, setRunning] = useState(false)
  const [pauseMs, setPauseMs] = useState<number | null>(null)
  const latestRows = useRef(rows)
  const isUnmounted = useRef(false)
  const abortController = useRef<AbortController | null>(null)
  const [checkAddressKnown] = useLinkInfoMutation()
  const [add] = useAddPostMutation()
  // Abort the batch when the dialog closes.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      abortController.current?.abort()
    }
  }, [])

  const { batch, rest } = splitBatch(entries)
  const visibleRows: readonly Row[] = rows.length > 0 ? rows : rowsOf(batch)

  const recordOutcome = (link: string, outcome: Outcome) => {
    // After unmount the search field may contain other input, which `onUnposted` would overwrite.
    if (isUnmounted.current) return
    latestRows.current = latestRows.current.map((row) => (row.link === link ? { link, outcome } : row))
    setRows(latestRows.current)
    onUnposted([...unpostedLines(latestRows.current), ...rest.map(({ text }) => text)])
  }
  const callsFor = (beadId: string): BulkCalls => ({
    checkAddress: async (link) => {
      await checkAddressKnown({ query: { url: link } }).unwrap()
    },
    post: async (link, repeat) => {
      const { post } = await add({ params: { id: beadId }, body: { media: { href: link }, repeat } }).unwrap()
      return { href: post.href, title: post.title }
    },
    isFailure,
  })
  /** Waits until the time is over or the batch is stopped. */
  const waitUnlessAborted = (signal: AbortSignal) => (ms: number) =>
    new Promise<void>((resolve) => {
      setPauseMs(ms)
      const end = () => {
        clearTimeout(timer)
        setPauseMs(null)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
    })

  return {
    rows: visibleRows,
    rest,
    hasStarted: rows.length > 0,
    isRunning,
    pauseMs,
    async run(targets, anyway) {
      if (isRunning || bead === null) return
      const abort = new AbortController()
      abortController.current = abort
      setRunning(true)
      latestRows.current = visibleRows
      const calls = callsFor(bead.id)
      const wait = waitUnlessAborted(abort.signal)
      // One at a time: keeps the pasted order and limits the load on the media sources.
      for (const { link } of targets) {
        if (abort.signal.aborted) break
        recordOutcome(link, { state: 'working' })
        recordOutcome(link, await postLink(link, anyway, calls, wait, abort.signal))
      }
      // False if this batch was stopped and another one has started.
      if (abortController.current === abort) setRunning(false)
    },
    stop() {
      abortController.current?.abort()
      setRunning(false)
    },
  }
}
