/** Listeners that cannot do harm: one that throws is logged, and does not keep the others from an event. */
export interface Listeners<T> {
  /** The listener gets the retained events first. Returns a function that removes it. */
  subscribe(listener: (event: T) => void): () => void
  emit(event: T): void
}

/** @param retained The types of which the last event is retained for later listeners, so that they know the state. */
export function createListeners<T extends object>(log: (text: string) => void, retained: readonly string[] = []): Listeners<T> {
  const listeners = new Set<(event: T) => void>()
  const last = new Map<string, T>()

  function call(listener: (event: T) => void, event: T): void {
    try {
      listener(event)
    } catch (error) {
      log(`A listener failed: ${String(error)}`)
    }
  }

  return {
    subscribe(listener) {
      for (const event of last.values()) call(listener, event)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(event) {
      const type = 'type' in event ? String(event.type) : ''
      if (retained.includes(type)) last.set(type, event)
      for (const listener of [...listeners]) call(listener, event)
    },
  }
}
