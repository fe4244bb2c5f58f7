/** The contrast rules of axe check each appearance once (`support/axe-appearances.ts`), and find the same faults. */
import { afterEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { faultsIn } from './axe.ts'

const rules = async (options?: Parameters<typeof faultsIn>[0]) =>
  (await faultsIn({ within: '#list', ...options })).map((fault) => fault.split(':')[0])

const item = (n: number) => `<li><p>Item ${n}, <span>by</span> <a href="/item/${n}" class="more">another member</a> and others</p></li>`

/** 60 equal items, in black on white. */
function showList(css = ''): HTMLElement {
  const list = Array.from({ length: 60 }, (_, n) => item(n + 1)).join('')
  document.body.innerHTML = `
    <style>#list { background: #fff; color: #000; font: 16px/1.5 sans-serif } .more { color: #000; text-decoration: underline }
      #list li, #list p { position: relative } ${css}</style>
    <ul id="list">${list}</ul>`
  return document.querySelector<HTMLElement>('#list li:nth-child(50)')!
}

afterEach(async () => {
  document.body.innerHTML = ''
  await commands.emulateMedia({ colorScheme: 'light' })
})

test('BY17 a list of equal items without a fault → none is reported', async () => {
  showList()
  expect(await rules()).toEqual([])
})

const paleText = ['color-contrast']
const faults: [what: string, spoil: (item: HTMLElement) => void, expected: string[]][] = [
  ['its colour', (item) => item.setAttribute('style', 'color: #ccc'), paleText],
  ['the colour of a part', (item) => item.querySelector('span')!.setAttribute('style', 'color: #ccc'), paleText],
  ['its background', (item) => item.setAttribute('style', 'background: #333'), paleText],
  ['the background of a part', (item) => item.querySelector('span')!.setAttribute('style', 'background: #333'), paleText],
  ['its opacity', (item) => item.setAttribute('style', 'opacity: 0.3'), paleText],
  ['the size of large text', (item) => item.setAttribute('style', 'font-size: 14px; color: #888'), paleText],
  [
    'a backdrop',
    (item) => item.insertAdjacentHTML('afterbegin', '<i style="position: absolute; inset: 0; background: #333"></i>'),
    paleText,
  ],
  [
    'the style of a link in a text',
    (item) => item.querySelector('a')!.setAttribute('style', 'text-decoration: none; color: #444'),
    ['link-in-text-block'],
  ],
  ['a class', (item) => item.querySelector('span')!.classList.add('pale'), paleText],
]

for (const [what, spoil, expected] of faults)
  test(`BY17 the 50th of 60 items differs in ${what} → it is reported`, async () => {
    spoil(showList('.pale { color: #ccc }'))
    expect(await rules()).toEqual(expected)
    expect(await rules({ changed: 'theme' })).toEqual(expected)
  })

test('BY17 the 50th of 60 items is pale in the dark theme only → it is reported there', async () => {
  showList(
    '@media (prefers-color-scheme: dark) { #list { background: #000; color: #fff } .more { color: #fff } li:nth-child(50) span { color: #333 } }',
  )
  expect(await rules()).toEqual([])
  await commands.emulateMedia({ colorScheme: 'dark' })
  expect(await rules({ changed: 'theme' })).toEqual(paleText)
})

test('BY17 axe has no result for the first of equal items, or cannot see it → the others are checked', async () => {
  const first = () => document.querySelector<HTMLElement>('#list li')!
  const spoiled: (() => void)[] = [
    () => (first().querySelector('span')!.textContent = 'x'),
    () => (first().style.visibility = 'hidden'),
    () => (first().style.transform = 'translateX(-9999px)'),
    () => document.body.insertAdjacentHTML('beforeend', `<b style="position: fixed; inset: 0 0 auto; height: 80px; background: #000"></b>`),
  ]
  for (const spoil of spoiled) {
    showList('span { color: #ccc }')
    spoil()
    expect(await rules(), String(spoil)).toEqual(paleText)
  }
})
