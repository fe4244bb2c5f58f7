/** Keyboard shortcuts. The app loads `ShortcutsDialog`, the help, separately. */
export { listenForShortcuts } from './listen.ts'
