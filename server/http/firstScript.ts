/**
 * The second script of a document that the server has rendered. Inline, because it must run before the other scripts are loaded, and
 * allowed by its hash in the content security policy.
 * - It marks a visitor who has seen the landing overlay (renderer/widgets/landing), so that the server's overlay is hidden.
 * - It starts the app once the page has been painted, so that the scripts do not delay the pictures; at once in a hidden tab. The scripts
 *   run in their order: those of a template would run as they arrive.
 * - It records key presses and button clicks until the app has started; the app then replays them (renderer/app/earlyInput.ts). Links
 *   work without it.
 */
import { hashSource } from './markup.ts'

export const firstScript = `(function () {
  try {
    if (sessionStorage.getItem('strand-landed')) document.documentElement.dataset.landed = ''
  } catch (error) {}
  var input = { controls: [], keys: [], stop: stop }
  function click(event) {
    var control = event.target.closest && event.target.closest('button,[role="button"]')
    if (!control) return
    input.controls.push(control)
    event.preventDefault()
  }
  function key(event) {
    input.keys.push(event)
  }
  function stop() {
    document.removeEventListener('click', click, true)
    document.removeEventListener('keydown', key)
  }
  function start() {
    var scripts = document.getElementById('scripts')
    if (!scripts) return
    scripts.content.querySelectorAll('script').forEach(function (script) {
      script.async = false
    })
    document.head.appendChild(scripts.content)
    scripts.remove()
  }
  var paints = !document.hidden && PerformanceObserver.supportedEntryTypes.indexOf('paint') >= 0
  if (paints) new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, paints ? 1000 : 0)
  document.addEventListener('click', click, true)
  document.addEventListener('keydown', key)
  window.strandEarlyInput = input
})()`

/** A source for `script-src`. */
export const firstScriptHash = hashSource(firstScript)
