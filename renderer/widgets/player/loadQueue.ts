/** Loads the code of the queue panel; called on hover, to preload it. */
export const loadQueue = () => import('./queue/QueuePanel.tsx')
