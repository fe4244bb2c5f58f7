/** Loads the queue's code; called on hover. */
export const loadQueue = () => import('./queue/QueuePanel.tsx')
