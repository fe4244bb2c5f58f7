/**
 * The first script of every document (R26). In a browser older than `browsers` it replaces the page by a notice and removes `#root`, so
 * that the app does not start. It is inline to cost no request, uses syntax that every browser can parse, and is allowed by its hash in
 * the content security policy.
 */
import { browserWords, messages } from '#contract/index.ts'
import { hashSource } from './markup.ts'

/**
 * The feature that each browser got last: `:has()` in Firefox 121, `color-mix()` in Chrome and Edge 111, lookbehind in Safari 16.4.
 * Strand uses all three.
 */
export const gateScript = `(function () {
  var supported = false
  try {
    supported = CSS.supports('selector(:has(a))') && CSS.supports('color', 'color-mix(in srgb, red, blue)') && !!new RegExp('(?<=a)b')
  } catch (error) {}
  if (supported) return
  var texts = ${JSON.stringify([messages.oldBrowser, browserWords.supported])}
  var body = document.body
  body.innerHTML = ''
  document.documentElement.style.background = '#fff'
  body.style.cssText = 'margin:4em auto;padding:0 1em;max-width:36em;background:#fff;color:#1a1a1e;font:18px/1.5 sans-serif'
  for (var i = 0; i < texts.length; i++) {
    var paragraph = document.createElement('p')
    paragraph.appendChild(document.createTextNode(texts[i]))
    body.appendChild(paragraph)
  }
  alert(texts[0])
})()`

/** A source for `script-src`. */
export const gateHash = hashSource(gateScript)
