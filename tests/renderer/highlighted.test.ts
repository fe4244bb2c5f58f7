import { expect, it } from 'vitest'
import { partsOf } from '#ui/Highlighted.tsx'

it('X5 text with <em> is split into matches and other text, with entities decoded', () => {
  expect(partsOf('<em>Jazz</em> &amp; <em>Blue</em>s &lt;live&gt; &quot;it&#39;s&quot;')).toEqual([
    '',
    'Jazz',
    ' & ',
    'Blue',
    's <live> "it\'s"',
  ])
})

it('X5 markup other than a closed <em> stays plain text, and entities are decoded once', () => {
  expect(partsOf('<b>a</b><img src=x onerror=alert(1)><em><script>x</script></em>')).toEqual([
    '<b>a</b><img src=x onerror=alert(1)>',
    '<script>x</script>',
    '',
  ])
  expect(partsOf('&amp;lt;em&amp;gt;')).toEqual(['&lt;em&gt;'])
  expect(partsOf('<em>open')).toEqual(['<em>open'])
})
