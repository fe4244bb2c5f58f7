/** The public interface of the host, which runs the player engine in a web page. */
export { attachToPage } from './attachToPage.ts'
export { createWebPlayer, type WebPlayer } from './webPlayer.ts'
