/**
 * The script that every document runs first (R26). Where the browser is older than those of `browsers`, it puts a notice in
 * the place of the page, and the app finds no `#root` to start in. It stands in the document itself, so that it costs no
 * request, and is written in a syntax that every browser can read. The content security policy allows it by its hash.
 */
import { createHash } from 'node:crypto'
import { messages } from '#contract/index.ts'

/**
 * Each of these came to one browser last: `:has()` to Firefox 121, `color-mix()` to Chrome and Edge 111, lookbehind to
 * Safari 16.4. Strand uses all three.
 */
export const gateScript = `(function () {
  var supported = false
  try {
    supported = CSS.supports('selector(:has(a))') && CSS.supports('color', 'color-mix(in srgb, red, blue)') && !!new RegExp('(?<=a)b')
  } catch (error) {}
  if (supported) return
  var texts = ${JSON.stringify([messages.oldBrowser, messages.supportedBrowsers])}
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

/** As a source in `script-src`. */
export const gateHash = `'sha256-${createHash('sha256').update(gateScript).digest('base64')}'`
