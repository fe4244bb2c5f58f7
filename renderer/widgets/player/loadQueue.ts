/** The queue's code, fetched when somebody comes near. */
export const loadQueue = () => import('./queue/QueuePanel.tsx')
