/**
 * The second script of a document that the server has rendered. Inline, because it must run before the other scripts are loaded, and
 * allowed by its hash in the content security policy.
 * - It marks a visitor who has seen the landing overlay (renderer/widgets/landing), so that the server's overlay is hidden.
 * - It records presses of buttons until the app has started, which then repeats them (renderer/app/earlyInput.ts). Links work by
 *   themselves.
 */
import { createHash } from 'node:crypto'

export const firstScript = `(function () {
  try {
    if (sessionStorage.getItem('strand-landed')) document.documentElement.dataset.landed = ''
  } catch (error) {}
  var clicks = (window.strandClicks = [])
  document.addEventListener('click', function record(event) {
    if (window.strandClicks !== clicks) return document.removeEventListener('click', record, true)
    var control = event.target.closest && event.target.closest('button,[role="button"]')
    if (!control) return
    clicks.push(control)
    event.preventDefault()
  }, true)
})()`

/** A source for `script-src`. */
export const firstScriptHash = `'sha256-${createHash('sha256').update(firstScript).digest('base64')}'`
