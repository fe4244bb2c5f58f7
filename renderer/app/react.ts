/** React's entry for the browser. Its file evaluates it (build/vite.config.ts): in another file, it would be part of a longer task. */
export { createRoot, hydrateRoot } from 'react-dom/client'
