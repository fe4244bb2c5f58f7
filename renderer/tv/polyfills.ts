/**
 * What Chromium 79, the browser of televisions from 2021, lacks of the APIs that the player uses. `tests/build/television.test.ts` finds
 * those that are missing here.
 */
import 'core-js/actual/array/at'
import 'core-js/actual/array/find-last'
import 'core-js/actual/array/find-last-index'
import 'core-js/actual/array/to-reversed'
import 'core-js/actual/array/to-sorted'
import 'core-js/actual/array/to-spliced'
import 'core-js/actual/array/with'
import 'core-js/actual/object/has-own'
import 'core-js/actual/promise/any'
import 'core-js/actual/promise/with-resolvers'
import 'core-js/actual/string/at'
import 'core-js/actual/string/replace-all'
import 'core-js/actual/structured-clone'
import '../app/polyfills.ts'

if (!('replaceChildren' in Element.prototype)) {
  Object.defineProperty(Element.prototype, 'replaceChildren', {
    configurable: true,
    writable: true,
    value(this: Element, ...nodes: (Node | string)[]) {
      while (this.firstChild) this.firstChild.remove()
      this.append(...nodes)
    },
  })
}

if (!('timeout' in AbortSignal)) {
  Object.defineProperty(AbortSignal, 'timeout', {
    configurable: true,
    value(ms: number) {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    },
  })
}
