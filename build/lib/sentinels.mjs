/** The errors that a library creates when it is evaluated, by the end of its path. They are thrown and compared, and never shown. */
const sentinels = [
  {
    file: '/react-dom/cjs/react-dom-client.production.js',
    creation: /\b(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g,
    count: 5,
  },
  {
    file: '/@reduxjs/toolkit/dist/query/rtk-query.modern.mjs',
    creation: /^(const neverResolvedError = .*)new Error\(("[^"]*")\)/gm,
    count: 1,
  },
]

/**
 * Creates these errors without a stack. While developer tools or Lighthouse inspect a page, V8 records where each error is created, and for
 * that parses the whole library a second time: 100 ms on a phone, which a measurement would attribute to Strand.
 * @returns {import('vite').Plugin}
 */
export const sentinelsWithoutStack = () => ({
  name: 'sentinels-without-stack',
  apply: 'build',
  transform(code, id) {
    const sentinel = sentinels.find(({ file }) => id.endsWith(file))
    if (!sentinel) return null
    const { creation, count } = sentinel
    const found = code.match(/** @type {RegExp} */ (creation))?.length ?? 0
    if (found !== count) this.error(`${id} creates ${found} errors when it is evaluated, and not ${count}: see build/lib/sentinels.mjs`)
    return { code: code.replace(creation, '$1Object.create(Error.prototype, { message: { value: $2 } })'), map: null }
  },
})
