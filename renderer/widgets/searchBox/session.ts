/**
 * From the focus to the end of a search (B4 "Search session"): when what is asked, whose answer counts, what of
 * the one before stays. Knows neither page nor server; its clock is the system's.
 */
import { questionOf, type Question } from './parseInput.ts'

/** Typing is waited for this long (B4). */
export const debounceMs = 450
/** More keystrokes than this since the last question, or more characters gained or lost, are not waited for. */
const smallChange = 2

export interface SessionView<A> {
  live: boolean
  /** What the box asks now; null where there is nothing to show. */
  question: Question | null
  /** Of this very question, and of no other. */
  answer: A | null
  /** The last answer of this session, while the next is on its way: only what is right for both may be shown. */
  earlier: A | null
  state: 'quiet' | 'waiting' | 'answered' | 'failed'
}

export interface Session<A> {
  /** The box has the focus, and holds this. */
  start(typed: string): void
  change(typed: string, pasted?: boolean): void
  /** What is waited for is asked at once. */
  flush(): void
  end(): void
  read(): SessionView<A>
  subscribe(listener: () => void): () => void
}

const ended: SessionView<never> = { live: false, question: null, answer: null, earlier: null, state: 'quiet' }

/** @param ask rejects where there is no answer; is told by the signal that nobody waits for it any more. */
export function createSession<A>(ask: (question: Question, signal: AbortSignal) => Promise<A>): Session<A> {
  let view: SessionView<A> = ended
  /** Length of the last question that was sent; null where none was, or the box was empty since. */
  let asked: number | null = null
  let keystrokes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: AbortController | null = null
  const listeners = new Set<() => void>()

  function show(next: SessionView<A>): void {
    view = next
    for (const listener of [...listeners]) listener()
  }

  /** Neither the question that waits nor the one that was sent counts any more. */
  function drop(): void {
    clearTimeout(timer)
    timer = undefined
    inFlight?.abort()
    inFlight = null
  }

  function send(question: Question): void {
    timer = undefined
    asked = question.text.length
    keystrokes = 0
    const mine = new AbortController()
    inFlight = mine
    const settle = (answer: A | null) => {
      // Whoever aborts a question has another one, or none; an answer that comes all the same is nobody's.
      if (inFlight !== mine) return
      inFlight = null
      show({ live: true, question, answer, earlier: null, state: answer === null ? 'failed' : 'answered' })
    }
    ask(question, mine.signal).then(settle, () => settle(null))
  }

  function change(typed: string, pasted = false): void {
    const question = questionOf(typed, pasted)
    if (question !== null && question.text === view.question?.text) return
    drop()
    if (question === null) {
      asked = null
      keystrokes = 0
      show({ ...ended, live: true })
      return
    }
    keystrokes += 1
    const { answer, earlier } = view
    if (question.kind === 'link' && !question.whole) return show({ live: true, question, answer: null, earlier: null, state: 'quiet' })
    show({ live: true, question, answer: null, earlier: answer ?? earlier, state: 'waiting' })
    const large = asked === null || pasted || keystrokes > smallChange || Math.abs(question.text.length - asked) > smallChange
    if (large) send(question)
    else timer = setTimeout(send, debounceMs, question)
  }

  return {
    start(typed) {
      if (view.live) return
      show({ ...ended, live: true })
      change(typed)
    },
    change,
    flush() {
      if (timer === undefined || view.question === null) return
      clearTimeout(timer)
      send(view.question)
    },
    end() {
      drop()
      asked = null
      keystrokes = 0
      if (view.live) show(ended)
    },
    read: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
