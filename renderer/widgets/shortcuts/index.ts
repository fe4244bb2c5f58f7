export { listenForShortcuts } from './listen.ts'
