/** Motifs of things: books, cups, courts, frames, letters. */
import { circle, curve, ellipse, group, line, path, polygon, rect } from './canvas.ts'
import { mix, type Motif } from './landscapes.ts'

// Re-exported, so that the alphabetical order of the motifs, which chance depends on, includes both files.
export * from './performances.ts'

export const shelf: Motif = (r, p, w, h) => {
  let body = rect(0, 0, w, h, r.flip() ? mix(p[1], p[0], 0.55) : mix(p[3], p[4], 0.6))
  const rows = h > 330 ? 3 : 2
  for (let row = 0; row < rows; row++) {
    const floor = ((row + 1) / rows) * h - 9
    const room = h / rows - 16
    for (let x = w * 0.03; x < w * 0.95;) {
      if (r.flip(0.08)) {
        const s = room * 0.3
        body +=
          path(`M${x + 6},${floor} h${s} l${s * 0.18},${-s * 0.8} h${-s * 1.36} z`, p[3]) +
          circle(x + 6 + s / 2, floor - s * 1.3, s * 0.62, p[2]) +
          circle(x + 2 + s, floor - s * 1.05, s * 0.4, mix(p[2], p[0], 0.3))
        x += s + 28
        continue
      }
      const [bw, bh] = [r.range(13, 34), room * r.range(0.66, 0.96)]
      const [a, b] = [r.pick(p), r.pick(p)]
      const lean = r.flip(0.1) ? `transform="rotate(7 ${x} ${floor})"` : ''
      body += group(
        rect(x, floor - bh, bw, bh, a, 'rx="1.5"') +
          (r.flip(0.7) ? rect(x, floor - bh * 0.88, bw, r.range(3, 8), b) : '') +
          (r.flip(0.5) ? rect(x, floor - bh * 0.2, bw, 4, b) : '') +
          (r.flip(0.4) ? rect(x + bw * 0.36, floor - bh * 0.72, bw * 0.28, bh * 0.36, b, 'rx="1"') : ''),
        lean,
      )
      x += bw + (lean ? bh * 0.13 : 1.6)
    }
    body += rect(0, floor, w, 9, p[0])
  }
  return body
}

export const cup: Motif = (r, p, w, h) => {
  const dark = r.flip(0.35)
  const table = h * 0.72
  let body =
    rect(0, 0, w, h, dark ? p[1] : p[3]) +
    circle(w * r.range(0.2, 0.8), h * 0.36, h * 0.3, dark ? p[2] : mix(p[3], p[4], 0.55)) +
    rect(0, table, w, h - table, dark ? p[0] : mix(p[1], p[2], 0.3))
  const [x, s] = [w * r.range(0.38, 0.6), h * 0.2]
  const y = table + s * 0.25
  body += ellipse(x, y + s * 0.22, s * 1.7, s * 0.24, p[0], 'opacity=".3"')
  if (r.flip()) {
    body +=
      ellipse(x, y + s * 0.1, s * 1.5, s * 0.25, p[4]) +
      path(
        `M${x - s},${y - s * 1.3} h${s * 2} q0,${s * 1.4} ${-s * 0.55},${s * 1.4} h${-s * 0.9} q${-s * 0.55},0 ${-s * 0.55},${-s * 1.4} z`,
        p[4],
      ) +
      ellipse(x, y - s * 1.3, s, s * 0.2, mix(p[4], p[0], 0.15)) +
      ellipse(x, y - s * 1.28, s * 0.88, s * 0.15, mix(p[1], p[0], 0.5))
    body +=
      `<path d="M${x + s * 0.95},${y - s * 1.05} q${s * 0.75},0 ${s * 0.5},${s * 0.6} q${-s * 0.2},${s * 0.32} ${-s * 0.7},${s * 0.2}" fill="none" stroke="${p[4]}" stroke-width="${s * 0.17}"/>` +
      rect(x - s * 0.8, y - s * 0.9, s * 1.6, s * 0.14, p[2])
  } else {
    body +=
      path(
        `M${x - s * 1.5},${y - s * 0.9} h${s * 3} q${-s * 0.25},${s * 1.15} ${-s},${s * 1.15} h${-s} q${-s * 0.8},0 ${-s},${-s * 1.15} z`,
        p[2],
      ) + rect(x - s * 1.42, y - s * 0.62, s * 2.84, s * 0.1, p[4])
    for (let i = 0; i < 5; i++)
      body += circle(x - s * 1.05 + i * s * 0.52, y - s * (1.02 + (i % 2) * 0.16), s * 0.27, [p[3], p[4], p[1], p[3], p[4]][i]!)
    body +=
      ellipse(x, y - s * 0.88, s * 1.5, s * 0.07, mix(p[2], p[0], 0.4)) +
      line(
        [
          [x + s * 0.2, y - s * 0.85],
          [x + s * 1.9, y - s * 2.3],
        ],
        p[0],
        5,
      ) +
      line(
        [
          [x + s * 0.45, y - s * 0.85],
          [x + s * 2.15, y - s * 2.2],
        ],
        p[0],
        5,
      )
  }
  for (const dx of [-0.4, 0.05, 0.5])
    body += path(
      `M${x + dx * s},${y - s * 1.55} q${-s * 0.25},${-s * 0.35} 0,${-s * 0.65} t0,${-s * 0.65}`,
      'none',
      `stroke="${p[4]}" stroke-width="4" stroke-linecap="round" opacity=".7"`,
    )
  return body
}

export const fruit: Motif = (r, p, w, h) => {
  const table = h * 0.66
  let body = rect(0, 0, w, h, mix(p[3], p[4], r.range(0.2, 0.7))) + rect(0, table, w, h - table, p[1])
  for (let x = 0; x < w; x += 46) body += rect(x, table, 23, h - table, mix(p[1], p[4], 0.14))
  const spots = w < h * 1.3 ? [0.28, 0.52, 0.74] : [0.2, 0.37, 0.56, 0.77]
  spots.forEach((at, i) => {
    const [x, s] = [w * at, h * r.range(0.13, 0.19)]
    const y = table + h * 0.1 - s * (i % 2 ? 0.65 : 0.4)
    const tone = [p[2], mix(p[3], p[2], 0.4), p[0], mix(p[2], p[0], 0.3)][(i + r.int(0, 3)) % 4]!
    body += ellipse(x + 8, y + s * 0.95, s, s * 0.2, p[0], 'opacity=".35"')
    body += r.pick([
      () =>
        circle(x, y, s, tone) +
        path(`M${x},${y - s * 0.9} q2,-12 12,-18`, 'none', `stroke="${p[0]}" stroke-width="4" stroke-linecap="round"`) +
        path(`M${x + 4},${y - s} q16,-16 32,-5 q-14,16 -32,5 z`, mix(p[1], p[0], 0.2)),
      () =>
        path(
          `M${x},${y - s * 1.5} q${s * 0.5},0 ${s * 0.5},${s * 0.8} q${s * 0.62},${s * 0.6} ${s * 0.5},${s} q${-s * 0.25},${s * 0.72} ${-s},${s * 0.68} q${-s * 0.9},0 ${-s},${-s * 0.7} q${-s * 0.1},${-s * 0.5} ${s * 0.5},${-s} q0,${-s * 0.8} ${s * 0.5},${-s * 0.8} z`,
          tone,
        ) +
        line(
          [
            [x, y - s * 1.45],
            [x + 5, y - s * 1.85],
          ],
          p[0],
          4,
        ),
      () =>
        circle(x, y, s, tone) +
        circle(x, y, s * 0.84, p[4]) +
        Array.from({ length: 8 }, (_, k) =>
          path(
            `M${x},${y} L${x + s * 0.74},${y - s * 0.24} A${s * 0.78},${s * 0.78} 0 0 1 ${x + s * 0.74},${y + s * 0.24} Z`,
            tone,
            `transform="rotate(${k * 45} ${x} ${y})"`,
          ),
        ).join(''),
    ])()
    body += circle(x - s * 0.34, y - s * 0.3, s * 0.14, p[4], 'opacity=".55"')
  })
  return body
}

export const court: Motif = (r, p, w, h) => {
  const surface = r.pick([p[2], p[1], mix(p[2], p[3], 0.5)])
  const stroke = `stroke="${p[4]}" stroke-width="4" fill="none"`
  let body = rect(0, 0, w, h, mix(surface, p[0], 0.28))
  const [x, y, cw, ch] = [w * 0.08, h * 0.1, w * 0.84, h * 0.8]
  body += rect(x, y, cw, ch, surface)
  const kind = r.int(0, 2)
  if (kind === 0)
    body +=
      `<g ${stroke}><rect x="${x}" y="${y}" width="${cw}" height="${ch}"/><path d="M${x},${y + ch * 0.14} h${cw} M${x},${y + ch * 0.86} h${cw} M${x + cw * 0.25},${y + ch * 0.14} v${ch * 0.72} M${x + cw * 0.75},${y + ch * 0.14} v${ch * 0.72} M${x + cw * 0.25},${y + ch / 2} h${cw / 2}"/></g>` +
      rect(x + cw / 2 - 2.5, y - 8, 5, ch + 16, p[0])
  else if (kind === 1)
    body += `<g ${stroke}><rect x="${x}" y="${y}" width="${cw}" height="${ch}"/><path d="M${x + cw / 2},${y} v${ch}"/><circle cx="${x + cw / 2}" cy="${y + ch / 2}" r="${ch * 0.17}"/>${[0, 1].map((s) => `<g transform="${s ? `translate(${2 * x + cw} 0) scale(-1 1)` : ''}"><rect x="${x}" y="${y + ch * 0.34}" width="${cw * 0.2}" height="${ch * 0.32}" fill="${mix(surface, p[3], 0.45)}"/><path d="M${x},${y + ch * 0.1} h${cw * 0.06} a${ch * 0.4},${ch * 0.4} 0 0 1 0,${ch * 0.8} h${-cw * 0.06}"/></g>`).join('')}</g>`
  else
    for (let i = 0; i < 7; i++)
      body += `<rect x="${x - w * 0.3 + i * 17}" y="${y - h * 0.05 + i * 17}" width="${w * 1.2 - i * 34}" height="${h * 1.4 - i * 34}" rx="${h * 0.62 - i * 17}" fill="none" stroke="${p[4]}" stroke-width="3"/>`
  const [bx, by, s] = [w * r.range(0.2, 0.8), h * r.range(0.3, 0.7), h * 0.085]
  return (
    body +
    circle(bx + 14, by + 16, s, p[0], 'opacity=".35"') +
    circle(bx, by, s, p[3]) +
    path(`M${bx - s * 0.8},${by - s * 0.5} q${s},${s * 0.6} ${s * 1.7},${s * 0.1}`, 'none', `stroke="${p[0]}" stroke-width="2.5"`)
  )
}

export const network: Motif = (r, p, w, h) => {
  const dark = r.flip(0.6)
  let body = rect(0, 0, w, h, dark ? p[0] : p[4])
  const nodes = Array.from({ length: 24 }, (_, i) => ({
    x: w * (0.06 + ((i % 6) / 5) * 0.88) + r.range(-24, 24),
    y: h * (0.12 + (Math.floor(i / 6) / 3) * 0.76) + r.range(-20, 20),
    s: r.pick([4, 6, 6, 9, 14, 22]) * (h / 290),
  }))
  for (const a of nodes)
    for (const b of nodes)
      if (a.x < b.x && Math.hypot(a.x - b.x, a.y - b.y) < w * 0.24)
        body += line(
          [
            [a.x, a.y],
            [b.x, b.y],
          ],
          dark ? p[2] : p[1],
          1.6,
          'opacity=".65"',
        )
  for (const { x, y, s } of nodes)
    body +=
      circle(x, y, s, r.pick(dark ? [p[3], p[4], p[2]] : [p[2], p[0], p[3]])) +
      (s > 12 ? `<circle cx="${x}" cy="${y}" r="${s * 1.5}" fill="none" stroke="${p[3]}" stroke-width="1.5"/>` : '')
  return body
}

export const geometry: Motif = (r, p, w, h) => {
  const board = r.flip(0.6)
  const ground = board ? mix(p[1], p[0], 0.55) : p[4]
  const chalk = board ? p[4] : p[0]
  const [x, y, s] = [w * r.range(0.4, 0.6), h / 2, h * 0.3]
  let body = rect(0, 0, w, h, ground)
  for (let gx = 0; gx < w; gx += 24) body += rect(gx, 0, 1, h, chalk, 'opacity=".09"')
  for (let gy = 0; gy < h; gy += 24) body += rect(0, gy, w, 1, chalk, 'opacity=".09"')
  const thin = `fill="none" stroke="${chalk}" stroke-width="2"`
  const kind = r.int(0, 2)
  if (kind === 0) {
    for (let i = 0; i < 6; i++)
      body += `<circle cx="${x + Math.cos((i * Math.PI) / 3) * s * 0.62}" cy="${y + Math.sin((i * Math.PI) / 3) * s * 0.62}" r="${s * 0.62}" ${thin} opacity=".8"/>`
    body += circle(x, y, s * 0.62, p[3], 'opacity=".85"') + `<circle cx="${x}" cy="${y}" r="${s * 1.24}" ${thin}/>`
  } else if (kind === 1) {
    const [a, b] = [s * 0.9, s * 0.68]
    body +=
      rect(x - a, y, a, a * 0.98, p[2]) +
      rect(x, y - b, b, b, p[3]) +
      group(
        rect(0, -Math.hypot(a, b), Math.hypot(a, b), Math.hypot(a, b), mix(p[3], p[2], 0.5)),
        `transform="translate(${x - a} ${y}) rotate(${(-Math.atan2(b, a) * 180) / Math.PI})" opacity=".9"`,
      ) +
      polygon(
        [
          [x - a, y],
          [x, y],
          [x, y - b],
        ],
        chalk,
      )
  } else {
    let [fx, fy, size] = [x - s * 1.3, y - s * 0.8, s * 1.6]
    for (let i = 0; i < 7; i++) {
      const turns = [
        `M${fx},${fy + size} A${size},${size} 0 0 1 ${fx + size},${fy}`,
        `M${fx},${fy} A${size},${size} 0 0 1 ${fx + size},${fy + size}`,
        `M${fx + size},${fy} A${size},${size} 0 0 1 ${fx},${fy + size}`,
        `M${fx + size},${fy + size} A${size},${size} 0 0 1 ${fx},${fy}`,
      ]
      body +=
        rect(fx, fy, size, size, [p[2], p[3], p[1], mix(p[2], p[3], 0.5)][i % 4]!, `opacity=".75" stroke="${chalk}"`) +
        path(turns[i % 4]!, 'none', `stroke="${chalk}" stroke-width="3"`)
      const next = size * 0.618
      if (i % 4 === 0) fx += size
      else if (i % 4 === 1) {
        fx += size - next
        fy += size
      } else if (i % 4 === 2) {
        fx -= next
        fy += size - next
      } else fy -= next
      size = next
    }
  }
  return (
    body +
    line(
      [
        [w * 0.06, h * 0.88],
        [w * 0.06, h * 0.12],
      ],
      chalk,
      1.5,
      'opacity=".6"',
    ) +
    line(
      [
        [w * 0.06, h * 0.88],
        [w * 0.94, h * 0.88],
      ],
      chalk,
      1.5,
      'opacity=".6"',
    )
  )
}

export const hanger: Motif = (r, p, w, h) => {
  let body =
    rect(0, 0, w, h, mix(p[4], p[3], r.range(0, 0.6))) +
    rect(0, h * 0.9, w, h * 0.1, mix(p[1], p[4], 0.5)) +
    rect(w * 0.04, h * 0.13, w * 0.92, 6, p[0], 'rx="3"')
  const count = Math.max(3, Math.round(w / 84))
  for (let i = 0; i < count; i++) {
    const [x, s] = [w * (0.12 + (0.76 * i) / (count - 1)), h * 0.16]
    const tone = [p[1], p[2], p[0], p[3], mix(p[1], p[2], 0.5)][(i + r.int(0, 1)) % 5]!
    const y = h * 0.27
    body += path(`M${x},${h * 0.13} q8,-10 8,4 q0,7 -8,${y - h * 0.16}`, 'none', `stroke="${p[0]}" stroke-width="2.5"`)
    const long = r.range(1.9, 3.2)
    body += r.flip()
      ? path(
          `M${x - s * 0.3},${y - 2} L${x - s},${y + s * 0.4} L${x - s * 1.15},${y + s * 1.7} h${s * 0.38} L${x - s * 0.62},${y + s * 0.9} V${y + s * long} H${x + s * 0.62} V${y + s * 0.9} L${x + s * 0.77},${y + s * 1.7} h${s * 0.38} L${x + s},${y + s * 0.4} L${x + s * 0.3},${y - 2} q${-s * 0.3},${s * 0.3} ${-s * 0.6},0 z`,
          tone,
        ) + rect(x - 1, y + s * 0.3, 2, s * (long - 0.4), p[4], 'opacity=".5"')
      : path(
          `M${x - s * 0.3},${y} q${s * 0.3},${s * 0.5} ${s * 0.6},0 l${s * 0.25},${s * 1.1} l${s * 0.5},${s * long * 0.8} h${-s * 2.1} l${s * 0.5},${-s * long * 0.8} z`,
          tone,
        ) + rect(x - s * 0.56, y + s * 1.05, s * 1.12, 7, p[4], 'opacity=".7"')
  }
  return body
}

export const frame: Motif = (r, p, w, h) => {
  let body =
    rect(0, 0, w, h, mix(p[4], p[3], r.range(0, 0.35))) +
    rect(0, h * 0.84, w, h * 0.16, mix(p[1], p[0], 0.3)) +
    rect(0, h * 0.82, w, 6, p[4])
  const frames =
    w < h * 1.3
      ? [[0.2, 0.14, 0.6, 0.56]]
      : [
          [0.1, 0.2, 0.22, 0.42],
          [0.38, 0.1, 0.3, 0.58],
          [0.74, 0.22, 0.17, 0.38],
        ]
  for (const [fx, fy, fw, fh] of frames as [number, number, number, number][]) {
    const [x, y, a, b] = [w * fx, h * fy, w * fw, h * fh]
    body += rect(x + 5, y + 7, a, b, p[0], 'opacity=".2"') + rect(x, y, a, b, p[0]) + rect(x + 6, y + 6, a - 12, b - 12, p[4])
    const [ix, iy, iw, ih] = [x + 15, y + 15, a - 30, b - 30]
    const art = r.int(0, 3)
    const id = `f${Math.round(x)}`
    const inner = [
      () =>
        rect(ix, iy, iw, ih, p[3]) + circle(ix + iw * 0.6, iy + ih * 0.4, iw * 0.24, p[2]) + rect(ix, iy + ih * 0.68, iw, ih * 0.4, p[1]),
      () =>
        rect(ix, iy, iw, ih, p[1]) +
        rect(ix + iw * 0.1, iy + ih * 0.08, iw * 0.8, ih * 0.4, p[2], 'rx="4"') +
        rect(ix + iw * 0.1, iy + ih * 0.54, iw * 0.8, ih * 0.36, p[3], 'rx="4"'),
      () =>
        rect(ix, iy, iw, ih, p[4]) +
        rect(ix, iy, iw * 0.45, ih * 0.55, p[2]) +
        rect(ix + iw * 0.7, iy + ih * 0.6, iw * 0.3, ih * 0.4, p[1]) +
        rect(ix + iw * 0.44, iy, 4, ih, p[0]) +
        rect(ix, iy + ih * 0.55, iw, 4, p[0]) +
        rect(ix + iw * 0.68, iy, 4, ih, p[0]),
      () =>
        rect(ix, iy, iw, ih, p[2]) +
        Array.from({ length: 5 }, (_, i) =>
          circle(ix + iw * (0.2 + 0.15 * i), iy + ih * (0.3 + 0.4 * r()), iw * 0.14, r.pick([p[0], p[3], p[4]])),
        ).join(''),
    ][art]!()
    body +=
      `<defs><clipPath id="${id}"><rect x="${ix}" y="${iy}" width="${iw}" height="${ih}"/></clipPath></defs>` +
      group(inner, `clip-path="url(#${id})"`)
  }
  return body
}

export const letter: Motif = (r, p, w, h) => {
  const glyph = r.pick(['A', 'R', 'g', 'Q', 'S', 'k', 'a', 'B', '?', '&'])
  const f = curve(r, 0.4)
  let body = rect(0, 0, w, h, p[3])
  body += polygon([[0, 0], ...Array.from({ length: 20 }, (_, i) => [w * (0.42 + f(i / 20) * 0.14), (i / 19) * h] as const), [0, h]], p[2])
  const serif = r.flip()
  return (
    body +
    `<text x="${w * r.range(0.3, 0.6)}" y="${h * 0.93}" font-family="${serif ? 'Liberation Serif' : 'Liberation Sans'}" font-weight="700" font-size="${h * 1.15}" text-anchor="middle" fill="${p[0]}" transform="rotate(${r.range(-9, 9)} ${w / 2} ${h / 2})">${glyph === '&' ? '&amp;' : glyph}</text>` +
    circle(w * r.range(0.72, 0.86), h * r.range(0.2, 0.34), h * 0.09, p[4])
  )
}
