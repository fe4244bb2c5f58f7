/** Portraits of the demo members: flat figures from simple shapes, each with its own hair, clothes and light. */
import { chance, circle, ellipse, palettes, path, rect } from './canvas.ts'
import { mix } from './landscapes.ts'

type Hair = 'bun' | 'bob' | 'long' | 'short' | 'curls' | 'bald' | 'scarf' | 'cap' | 'wave' | 'braids' | 'fringe' | 'topknot'
interface Look {
  skin: keyof typeof skins
  hair: Hair
  tone: keyof typeof hairs
  palette: keyof typeof palettes
  glasses?: true
  beard?: true
  earrings?: true
}

const skins = { a: '#f6d3bd', b: '#eab995', c: '#d49a6f', d: '#b0764f', e: '#8a5536', f: '#65402c' }
const hairs = {
  black: '#1d1a1f',
  brown: '#4a2f25',
  chestnut: '#7a4528',
  sand: '#c99a5b',
  grey: '#a7a5a8',
  white: '#e6e2dc',
  red: '#b5502c',
  blue: '#35527f',
  wine: '#6d2340',
}

const look = (
  skin: Look['skin'],
  hair: Hair,
  tone: Look['tone'],
  palette: Look['palette'],
  ...more: ('glasses' | 'beard' | 'earrings')[]
): Look => ({
  skin,
  hair,
  tone,
  palette,
  ...Object.fromEntries(more.map((one) => [one, true])),
})

export const looks: Readonly<Record<string, Look>> = {
  demo: look('b', 'wave', 'chestnut', 'ember', 'glasses'),
  partner: look('c', 'long', 'black', 'sage', 'earrings'),
  admin: look('a', 'bob', 'grey', 'ink', 'glasses'),
  'mara.lindqvist': look('a', 'fringe', 'sand', 'dusk'),
  tunde_a: look('f', 'short', 'black', 'citrus', 'beard'),
  'yuki.m': look('b', 'bob', 'black', 'paper'),
  'carlos.benitez': look('d', 'short', 'black', 'tomato', 'beard'),
  priya_r: look('d', 'braids', 'black', 'berry', 'earrings'),
  'tom.okafor': look('e', 'bald', 'black', 'fjord', 'beard'),
  'lea.fontaine': look('a', 'bun', 'brown', 'brick', 'earrings'),
  'hamza.k': look('c', 'wave', 'black', 'lagoon', 'beard', 'glasses'),
  greta_w: look('a', 'braids', 'sand', 'plum'),
  'sam.whitefeather': look('c', 'long', 'black', 'clay'),
  'ana.pereira': look('b', 'bun', 'black', 'orchard'),
  'dmitri.v': look('a', 'short', 'grey', 'ink', 'beard', 'glasses'),
  'aroha.t': look('d', 'curls', 'black', 'mint'),
  jonas_b: look('a', 'fringe', 'brown', 'sage', 'glasses'),
  'mei.chen': look('b', 'topknot', 'black', 'citrus'),
  'olu.mensah': look('f', 'cap', 'black', 'plum'),
  'bridget.oshea': look('a', 'curls', 'red', 'lagoon', 'glasses'),
  'rafael.costa': look('e', 'curls', 'black', 'tomato', 'beard'),
  'ingrid.dahl': look('a', 'long', 'white', 'fjord'),
  'marcus.lee': look('b', 'cap', 'black', 'neon'),
  'fatima.zahra': look('c', 'scarf', 'wine', 'clay'),
  kofi_j: look('f', 'topknot', 'black', 'mint', 'beard'),
  'elena.marchetti': look('b', 'bob', 'wine', 'brick', 'earrings'),
  'minh.tran': look('b', 'short', 'black', 'ember'),
  sofia_h: look('c', 'fringe', 'blue', 'neon'),
  'pekka.salo': look('a', 'cap', 'sand', 'dusk', 'beard'),
  'nadia.petrova': look('a', 'bun', 'chestnut', 'sage', 'glasses'),
  'jamal.w': look('f', 'bald', 'black', 'ink', 'glasses'),
  'chloe.nguyen': look('b', 'fringe', 'black', 'mint', 'earrings'),
  'arjun.s': look('d', 'wave', 'black', 'tomato', 'beard'),
  wanjiru_k: look('f', 'curls', 'black', 'citrus', 'earrings'),
  'louis.tremblay': look('a', 'curls', 'brown', 'paper'),
  'hana.kim': look('a', 'long', 'brown', 'berry'),
  'zeynep.a': look('b', 'scarf', 'blue', 'lagoon'),
  'finn.mac': look('a', 'short', 'red', 'orchard', 'beard'),
  'amara.diallo': look('f', 'scarf', 'red', 'ember', 'earrings'),
  'leo.rossi': look('b', 'wave', 'brown', 'fjord', 'beard'),
  quietpetra: look('a', 'bob', 'chestnut', 'plum', 'glasses'),
  'dani.levi': look('c', 'curls', 'chestnut', 'dusk', 'glasses'),
}

/** Behind the head, and over it. */
const hairShapes: Record<Hair, (tone: string, cloth: string) => [behind: string, over: string]> = {
  bun: (t) => [
    circle(100, 34, 17, t) + ellipse(100, 78, 42, 42, t),
    path('M61,88 q0,-46 39,-46 q39,0 39,46 q-10,-26 -39,-26 q-29,0 -39,26 z', t),
  ],
  topknot: (t) => [ellipse(100, 36, 14, 16, t), path('M62,84 q2,-40 38,-40 q36,0 38,40 q-8,-17 -38,-17 q-30,0 -38,17 z', t)],
  bob: (t) => [
    path('M54,126 q-6,-84 46,-84 q52,0 46,84 q-10,8 -24,4 v-40 h-44 v40 q-14,4 -24,-4 z', t),
    path('M61,92 q0,-46 39,-46 q39,0 39,46 q-4,-18 -22,-26 q-30,14 -56,26 z', t),
  ],
  long: (t) => [
    path('M52,168 q-4,-126 48,-126 q52,0 48,126 q-16,8 -30,0 v-70 h-36 v70 q-14,8 -30,0 z', t),
    path('M61,96 q-2,-52 39,-52 q41,0 39,52 q-6,-26 -34,-34 q-10,20 -44,34 z', t),
  ],
  short: (t) => ['', path('M61,88 q-4,-46 39,-46 q43,0 39,46 l-5,0 q-2,-20 -12,-26 q-24,6 -46,0 q-9,8 -10,26 z', t)],
  curls: (t) => [
    [
      [66, 62],
      [82, 48],
      [100, 43],
      [118, 48],
      [134, 62],
      [140, 80],
      [60, 80],
      [58, 96],
      [142, 96],
    ]
      .map(([x, y]) => circle(x!, y!, 15, t))
      .join(''),
    [
      [74, 60],
      [90, 54],
      [108, 54],
      [125, 60],
    ]
      .map(([x, y]) => circle(x!, y!, 12, t))
      .join(''),
  ],
  bald: () => ['', ''],
  scarf: (t) => [
    path('M52,150 q-10,-112 48,-112 q58,0 48,112 q-20,22 -48,22 q-28,0 -48,-22 z', t),
    path('M62,100 q-4,-56 38,-56 q42,0 38,56 q-4,-34 -38,-34 q-34,0 -38,34 z', t) +
      path('M64,118 q36,44 72,0 l8,34 q-44,26 -88,0 z', t) +
      path('M70,126 q30,30 60,0', 'none', `stroke="${mix(t, '#ffffff', 0.25)}" stroke-width="2.5"`),
  ],
  cap: (t, c) => [
    path('M61,100 q-3,-40 39,-40 q42,0 39,40 z', t),
    path('M58,78 q0,-42 42,-42 q42,0 42,42 q-42,-12 -84,0 z', c) +
      rect(56, 71, 88, 13, mix(c, '#000000', 0.2), 'rx="6"') +
      circle(100, 36, 7, mix(c, '#ffffff', 0.3)),
  ],
  wave: (t) => [
    '',
    path('M60,92 q-6,-50 40,-50 q46,0 40,46 q-8,-14 -12,-22 q-18,8 -34,-2 q-20,4 -29,28 z', t) +
      path('M70,52 q16,-20 40,-10 q18,2 22,16 q-30,-8 -62,-6 z', t),
  ],
  braids: (t) => [
    [0, 1].map((s) => [0, 1, 2, 3].map((i) => ellipse(s ? 143 : 57, 106 + i * 17, 9, 11, t)).join('')).join(''),
    path('M60,98 q-2,-54 40,-54 q42,0 40,54 q-8,-28 -40,-36 q-32,8 -40,36 z', t) + rect(99, 44, 2, 18, mix(t, '#ffffff', 0.2)),
  ],
  fringe: (t) => [
    path('M56,112 q-6,-70 44,-70 q50,0 44,70 l-12,4 v-30 h-64 v30 z', t),
    path('M62,90 q-2,-46 38,-46 q40,0 38,46 q-38,-10 -76,0 z', t),
  ],
}

export function portrait(uid: string): string {
  const features = looks[uid]
  if (!features) return emblem()
  const r = chance(uid)
  const p = palettes[features.palette]
  const skin = skins[features.skin]
  const shade = mix(skin, '#3a1420', 0.22)
  const tone = hairs[features.tone]
  const [behind, over] = hairShapes[features.hair](tone, p[2])
  const ground = r.pick([p[3], mix(p[3], p[4], 0.6), mix(p[2], p[4], 0.45), p[1]])
  const cloth = ground === p[1] ? p[3] : r.pick([p[1], p[2]])
  let body = rect(0, 0, 200, 200, ground) + circle(r.range(40, 160), r.range(60, 120), r.range(62, 84), mix(ground, p[4], 0.4))
  body += behind
  body += path('M22,206 q4,-54 52,-58 h52 q48,4 52,58 z', cloth)
  const neckline = r.int(0, 2)
  if (neckline === 0) body += path('M74,148 q26,34 52,0 l-4,0 q-22,18 -44,0 z', mix(cloth, p[4], 0.5))
  if (neckline === 1) body += path('M72,149 l28,40 l28,-40 l-10,-3 l-18,22 l-18,-22 z', mix(cloth, p[0], 0.35))
  body += path('M84,112 h32 v36 q-16,20 -32,0 z', shade)
  if (neckline === 2) {
    body += '<defs><clipPath id="torso"><path d="M22,206 q4,-54 52,-58 h52 q48,4 52,58 z"/></clipPath></defs>'
    for (let i = 0; i < 5; i++) body += rect(20, 162 + i * 11, 160, 4, mix(cloth, p[4], 0.45), 'opacity=".8" clip-path="url(#torso)"')
  }
  body += ellipse(63, 96, 8, 11, shade) + ellipse(137, 96, 8, 11, shade)
  body += path('M64,86 q0,-40 36,-40 q36,0 36,40 q0,50 -36,50 q-36,0 -36,-50 z', skin)
  if (features.beard) body += path('M64,96 q2,44 36,44 q34,0 36,-44 q-4,14 -18,14 q-18,-6 -36,0 q-14,0 -18,-14 z', tone)
  body += circle(86, 93, 3.4, '#241a1c') + circle(114, 93, 3.4, '#241a1c')
  const brow = mix(tone, '#241a1c', 0.3)
  body +=
    path('M79,83 q7,-5 14,-1', 'none', `stroke="${brow}" stroke-width="3" stroke-linecap="round"`) +
    path('M107,82 q7,-4 14,1', 'none', `stroke="${brow}" stroke-width="3" stroke-linecap="round"`)
  body += path('M100,94 q4,10 -2,12', 'none', `stroke="${shade}" stroke-width="3" stroke-linecap="round"`)
  body += path(
    r.flip() ? 'M90,118 q10,9 20,0' : 'M91,119 q10,5 18,-2',
    'none',
    `stroke="${mix(shade, '#5a1020', 0.45)}" stroke-width="3.4" stroke-linecap="round"`,
  )
  body += circle(77, 107, 6, '#e05a4d', 'opacity=".16"') + circle(123, 107, 6, '#e05a4d', 'opacity=".16"')
  body += over
  if (features.glasses)
    body += `<g fill="none" stroke="${mix(p[0], '#000000', 0.2)}" stroke-width="3"><circle cx="86" cy="94" r="12"/><circle cx="114" cy="94" r="12"/><path d="M98,92 q2,-3 4,0 M74,92 l-9,-3 M126,92 l9,-3"/></g>`
  if (features.earrings) body += circle(62, 112, 4.5, p[3]) + circle(138, 112, 4.5, p[3])
  return body
}

/** The team has no face: a strand of beads. */
function emblem(): string {
  const p = palettes.ember
  const beads = [
    [42, 128],
    [66, 96],
    [100, 82],
    [134, 96],
    [158, 128],
  ] as const
  return (
    rect(0, 0, 200, 200, p[0]) +
    path('M28,150 Q100,14 172,150', 'none', `stroke="${p[4]}" stroke-width="4"`) +
    beads.map(([x, y], i) => circle(x, y, 17, [p[2], p[3], p[4], p[3], p[2]][i]!)).join('')
  )
}
