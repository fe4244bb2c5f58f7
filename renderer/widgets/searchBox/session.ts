/**
 * A search session from focus to end (B4 "Search session"): debounce, cancellation of stale requests, retention of the previous results.
 * Independent of the page and the server; uses the system's timers.
 */
import { parseQuery, type SearchQuery } from './parseInput.ts'

/** Debounce in ms (B4). */
export const debounceMs = 450
/** A change since the last sent query of more keystrokes, or more characters, is sent without debounce (B4). */
const smallChange = 2

/** State of a session, for rendering. `A` is the type of an answer. */
export interface SessionView<A> {
  /** The session has started and not ended. */
  live: boolean
  /** Current query; null if there is nothing to show. */
  searchQuery: SearchQuery | null
  /** Answer to exactly this query; null until it arrives. */
  answer: A | null
  /**
   * Last answer of the session while the next one is pending. The caller shows only the results that match the new
   * query too.
   */
  previous: A | null
  /** `quiet`: nothing to request. `waiting`: the request is debounced or pending. */
  state: 'quiet' | 'waiting' | 'answered' | 'failed'
}

export interface Session<A> {
  /** The field got the focus with this text. */
  start(typed: string): void
  /** The text of the field has changed. */
  change(typed: string, pasted?: boolean): void
  /** Sends a debounced query immediately. */
  flush(): void
  end(): void
  read(): SessionView<A>
  subscribe(listener: () => void): () => void
}

const ended: SessionView<never> = { live: false, searchQuery: null, answer: null, previous: null, state: 'quiet' }

/** @param fetchAnswer rejects on failure; the signal aborts when the answer is no longer needed. */
export function createSession<A>(fetchAnswer: (searchQuery: SearchQuery, signal: AbortSignal) => Promise<A>): Session<A> {
  let view: SessionView<A> = ended
  /** Length of the last sent query; null before the first one and after the field was empty. */
  let sentLength: number | null = null
  /** Number of changes since the last sent query. */
  let keystrokes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: AbortController | null = null
  const listeners = new Set<() => void>()

  function setView(next: SessionView<A>): void {
    view = next
    for (const listener of [...listeners]) listener()
  }

  /** Cancels the debounced and the pending query. */
  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
    inFlight?.abort()
    inFlight = null
  }

  function send(searchQuery: SearchQuery): void {
    timer = undefined
    sentLength = searchQuery.text.length
    keystrokes = 0
    const controller = new AbortController()
    inFlight = controller
    const settle = (answer: A | null) => {
      // Ignore answers that arrive after an abort.
      if (inFlight !== controller) return
      inFlight = null
      setView({ live: true, searchQuery, answer, previous: null, state: answer === null ? 'failed' : 'answered' })
    }
    fetchAnswer(searchQuery, controller.signal).then(settle, () => settle(null))
  }

  function change(typed: string, pasted = false): void {
    const searchQuery = parseQuery(typed, pasted)
    if (searchQuery !== null && searchQuery.text === view.searchQuery?.text) return
    cancel()
    if (searchQuery === null) {
      sentLength = null
      keystrokes = 0
      setView({ ...ended, live: true })
      return
    }
    keystrokes += 1
    const { answer, previous } = view
    // An unfinished link cannot be looked up.
    if (searchQuery.kind === 'link' && !searchQuery.isComplete)
      return setView({ live: true, searchQuery, answer: null, previous: null, state: 'quiet' })
    setView({ live: true, searchQuery, answer: null, previous: answer ?? previous, state: 'waiting' })
    const large = sentLength === null || pasted || keystrokes > smallChange || Math.abs(searchQuery.text.length - sentLength) > smallChange
    if (large) send(searchQuery)
    else timer = setTimeout(send, debounceMs, searchQuery)
  }

  return {
    start(typed) {
      if (view.live) return
      setView({ ...ended, live: true })
      change(typed)
    },
    change,
    flush() {
      if (timer === undefined || view.searchQuery === null) return
      clearTimeout(timer)
      send(view.searchQuery)
    },
    end() {
      cancel()
      sentLength = null
      keystrokes = 0
      if (view.live) setView(ended)
    },
    read: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
