/** Motifs of places: hills, sea, city, road, planet, window, rain, leaves. */
import { circle, curve, ellipse, gradient, group, line, path, polygon, rect, type Chance, type Palette } from './canvas.ts'

/** Draws a picture as SVG: `r` is a seeded random source, `p` five colours from dark to light, `w` and `h` the size. */
export type Motif = (r: Chance, p: Palette, w: number, h: number) => string

/** The path of an area below a curve: `f` is its height from -1 to 1, `base` its mean y, `height` its amplitude. */
const ridge = (f: (t: number) => number, base: number, height: number, w: number, h: number, phase = 0) => {
  const points = Array.from({ length: 49 }, (_, i) => `${Math.round((i / 48) * w)},${Math.round(base + f(i / 48 + phase) * height)}`)
  return `M0,${h} L${points.join(' L')} L${w},${h} Z`
}

/** Mixes two #rrggbb colours. */
export function mix(a: string, b: string, share: number): string {
  const channel = (c: string, i: number) => parseInt(c.slice(1 + i * 2, 3 + i * 2), 16)
  return `#${[0, 1, 2]
    .map((i) =>
      Math.round(channel(a, i) * (1 - share) + channel(b, i) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

export const hills: Motif = (r, p, w, h) => {
  const night = r.flip(0.3)
  const sky = night ? [p[0], mix(p[0], p[1], 0.9), mix(p[1], p[2], 0.6)] : [mix(p[3], p[4], 0.35), p[4], mix(p[4], p[3], 0.5)]
  const layers = r.int(4, 5)
  const sunX = w * r.range(0.22, 0.78)
  let body = `<defs>${gradient('sky', sky)}</defs>` + rect(0, 0, w, h, 'url(#sky)')
  if (night) for (let i = 0; i < 40; i++) body += circle(r() * w, r() * h * 0.5, r.range(0.5, 1.4), p[4], `opacity="${r.range(0.3, 0.9)}"`)
  body += circle(sunX, h * r.range(0.3, 0.42), h * r.range(0.13, 0.19), night ? p[4] : mix(p[2], p[3], 0.35))
  for (let i = 0; i < layers; i++) {
    const t = i / (layers - 1)
    const colour = night ? mix(p[1], p[0], t) : t < 0.5 ? mix(p[3], p[2], t * 2) : mix(p[2], p[0], (t - 0.5) * 1.7)
    body += path(ridge(curve(r, 0.6 + t * 0.5), h * (0.5 + t * 0.36), h * (0.1 - t * 0.03), w, h), mix(colour, p[1], 0.18))
  }
  return body
}

export const sea: Motif = (r, p, w, h) => {
  const horizon = h * r.range(0.46, 0.58)
  const x = w * r.range(0.3, 0.7)
  const radius = h * r.range(0.17, 0.24)
  let body = `<defs>${gradient('sky', [p[1], p[2], p[3]])}${gradient('sea', [mix(p[2], p[1], 0.6), p[0]])}<clipPath id="low"><rect y="${horizon}" width="${w}" height="${h}"/></clipPath><clipPath id="up"><rect width="${w}" height="${horizon}"/></clipPath></defs>`
  body += rect(0, 0, w, horizon, 'url(#sky)') + group(circle(x, horizon - radius * r.range(0, 0.5), radius, p[4]), 'clip-path="url(#up)"')
  body += rect(0, horizon, w, h, 'url(#sea)')
  for (let i = 0; i < 16; i++) {
    const t = i / 15
    const y = horizon + 5 + t ** 1.3 * (h - horizon)
    const half = radius * (0.95 - t * 0.35) * r.range(0.6, 1.15)
    body += rect(x - half + r.range(-6, 6), y, half * 2, 2 + t * 3.4, mix(p[4], p[3], t), `rx="2" opacity="${0.95 - t * 0.45}"`)
  }
  for (let i = 0; i < 12; i++)
    body += rect(r() * w, horizon + 8 + r() ** 1.4 * (h - horizon), r.range(14, 46), 2, p[2], 'rx="1" opacity=".5"')
  if (r.flip()) {
    const bx = w * (x < w / 2 ? r.range(0.7, 0.85) : r.range(0.12, 0.28))
    const s = h * 0.09
    body +=
      polygon(
        [
          [bx, horizon - s * 1.7],
          [bx, horizon + 2],
          [bx + s * 0.9, horizon + 2],
        ],
        p[4],
      ) +
      polygon(
        [
          [bx - 3, horizon - s * 1.3],
          [bx - 3, horizon + 2],
          [bx - s * 0.7, horizon + 2],
        ],
        p[3],
      ) +
      path(`M${bx - s},${horizon + 5} h${s * 2.1} l${-s * 0.4},${s * 0.4} h${-s * 1.3} z`, p[0])
  }
  return body
}

export const city: Motif = (r, p, w, h) => {
  let body = `<defs>${gradient('sky', [p[0], p[1], mix(p[2], p[3], 0.3)])}</defs>` + rect(0, 0, w, h, 'url(#sky)')
  body += circle(w * r.range(0.2, 0.8), h * 0.27, h * 0.12, p[4])
  for (let layer = 0; layer < 3; layer++) {
    const colour = [mix(p[1], p[2], 0.35), mix(p[1], p[0], 0.4), p[0]][layer]!
    for (let x = -10; x < w;) {
      const bw = r.range(26, 58)
      const top = h * r.range(0.34 + layer * 0.13, 0.56 + layer * 0.14)
      body += rect(x, top, bw, h - top, colour)
      if (r.flip(0.25)) body += rect(x + bw / 2 - 1, top - 16, 2, 16, colour)
      if (r.flip(0.18))
        body += polygon(
          [
            [x, top],
            [x + bw / 2, top - bw * 0.4],
            [x + bw, top],
          ],
          colour,
        )
      if (layer > 0)
        for (let wy = top + 9; wy < h - 8; wy += 13)
          for (let wx = x + 6; wx < x + bw - 8; wx += 11)
            if (r.flip(0.34)) body += rect(wx, wy, 5, 7, r.flip(0.8) ? p[3] : p[4], `opacity="${layer === 1 ? 0.55 : 0.95}"`)
      x += bw + r.range(0, layer ? 8 : 2)
    }
  }
  return body
}

export const road: Motif = (r, p, w, h) => {
  const horizon = h * 0.5
  const vx = w * r.range(0.4, 0.6)
  let body = `<defs>${gradient('sky', [mix(p[2], p[1], 0.4), p[3], p[4]])}</defs>` + rect(0, 0, w, horizon, 'url(#sky)')
  body += circle(vx + r.range(-60, 60), horizon - h * 0.07, h * 0.17, mix(p[3], p[4], 0.7))
  body += path(ridge(curve(r, 0.8), horizon - h * 0.04, h * 0.06, w, horizon + 2), p[1]) + rect(0, horizon, w, h, mix(p[2], p[1], 0.25))
  for (let i = 0; i < 9; i++) body += path(`M0,${horizon + i ** 1.7 * 3.2} h${w} v${1 + i * 0.9} h${-w} z`, p[1], 'opacity=".35"')
  body += polygon(
    [
      [vx - 4, horizon],
      [vx + 4, horizon],
      [w * 0.86, h],
      [w * 0.14, h],
    ],
    p[0],
  )
  for (let i = 0; i < 6; i++) {
    const [t, u] = [(i / 6) ** 2, ((i + 0.5) / 6) ** 2]
    const at = (t0: number, side: number) => [vx + (w / 2 - vx) * t0 + side * (0.6 + t0 * 7), horizon + t0 * (h - horizon)] as const
    body += polygon([at(t, -1), at(t, 1), at(u, 1), at(u, -1)], p[4])
  }
  for (const side of [-1, 1])
    for (let i = 1; i < 6; i++) {
      const t = (i / 5.4) ** 2
      const x = vx + side * (10 + t * w * 0.52)
      body +=
        rect(x, horizon + t * (h - horizon) * 0.9 - t * 150 - 8, 1 + t * 5, t * 150 + 8, p[0]) +
        rect(x - t * 26 - 1, horizon + t * (h - horizon) * 0.9 - t * 136 - 6, t * 57 + 2, 1 + t * 3, p[0])
    }
  return body
}

export const planet: Motif = (r, p, w, h) => {
  const [x, y, radius] = [w * r.range(0.36, 0.64), h * r.range(0.46, 0.56), h * r.range(0.25, 0.32)]
  let body = rect(0, 0, w, h, p[0]) + `<defs><clipPath id="ball"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath></defs>`
  for (let i = 0; i < 90; i++) body += circle(r() * w, r() * h, r.range(0.4, 1.5), p[4], `opacity="${r.range(0.2, 0.9)}"`)
  let bands = rect(x - radius, y - radius, radius * 2, radius * 2, p[2])
  for (let by = y - radius; by < y + radius;) {
    const bh = r.range(5, 24)
    bands += path(
      `M${x - radius},${by} q${radius},${r.range(-12, 12)} ${radius * 2},0 v${bh} h${-radius * 2} z`,
      r.pick([p[1], p[2], p[3], mix(p[2], p[3], 0.5), p[4]]),
    )
    by += bh
  }
  bands += ellipse(x + radius * 0.55, y + radius * 0.35, radius * 1.25, radius * 1.35, p[0], 'opacity=".32"').replace(
    '<ellipse',
    '<ellipse style="mix-blend-mode:multiply"',
  )
  const tilt = r.range(-24, 24)
  const ring = (half: string) =>
    group(
      `<ellipse cx="${x}" cy="${y}" rx="${radius * 1.75}" ry="${radius * 0.42}" fill="none" stroke="${p[3]}" stroke-width="${radius * 0.13}" opacity=".9"/><ellipse cx="${x}" cy="${y}" rx="${radius * 1.5}" ry="${radius * 0.35}" fill="none" stroke="${p[4]}" stroke-width="3"/>`,
      `transform="rotate(${tilt} ${x} ${y})" clip-path="url(#${half})"`,
    )
  const ringed = r.flip(0.65)
  body += `<defs><clipPath id="back"><rect width="${w * 2}" height="${y}" x="${-w / 2}"/></clipPath><clipPath id="front"><rect y="${y}" x="${-w / 2}" width="${w * 2}" height="${h}"/></clipPath></defs>`
  body += (ringed ? ring('back') : '') + group(bands, 'clip-path="url(#ball)"') + (ringed ? ring('front') : '')
  return body + circle(w * r.range(0.08, 0.2), h * r.range(0.15, 0.3), h * 0.05, p[3])
}

export const leaves: Motif = (r, p, w, h) => {
  const light = r.flip(0.7)
  let body = rect(0, 0, w, h, light ? p[4] : p[0])
  for (let i = 0; i < 3; i++)
    body += rect(
      r.range(-0.1, 0.8) * w,
      r.range(-0.1, 0.7) * h,
      w * r.range(0.2, 0.4),
      h * r.range(0.3, 0.6),
      r.pick([p[3], p[2]]),
      `opacity="${light ? 0.5 : 0.35}"`,
    )
  const stems = Math.round(w / 95)
  for (let i = 0; i < stems; i++) {
    const [x, lean, size] = [((i + r.range(0.3, 0.7)) / stems) * w, r.range(-22, 22), r.range(0.7, 1)]
    const colour = r.pick(light ? [p[1], p[0], p[2]] : [p[2], p[3], p[4]])
    let stem = line(
      [
        [0, h * 0.08],
        [0, -h * 0.72 * size],
      ],
      colour,
      3,
    )
    const pairs = r.int(4, 6)
    for (let k = 0; k < pairs; k++) {
      const y = -h * (0.1 + (0.58 * k) / pairs) * size
      const length = (46 - k * 4) * size * (h / 270)
      for (const side of [-1, 1])
        stem += path(
          `M0,${y} q${side * length * 0.5},${-length * 0.75} ${side * length * 1.1},${-length * 0.45} q${-side * length * 0.35},${length * 0.65} ${-side * length * 1.1},${length * 0.45} z`,
          colour,
        )
    }
    stem += path(`M0,${-h * 0.68 * size} q-12,-22 0,-40 q12,18 0,40 z`, colour)
    body += group(stem, `transform="translate(${x} ${h * 0.98}) rotate(${lean})"`)
  }
  return body
}

export const rain: Motif = (r, p, w, h) => {
  let body = `<defs>${gradient('sky', [mix(p[1], p[0], 0.4), mix(p[1], p[2], 0.5)])}</defs>` + rect(0, 0, w, h, 'url(#sky)')
  for (let i = 0; i < 70; i++) {
    const [x, y, l] = [r() * w * 1.2, r() * h, r.range(12, 34)]
    body += line(
      [
        [x, y],
        [x - l * 0.32, y + l],
      ],
      r.pick([p[3], p[2], p[4]]),
      1.6,
      `opacity="${r.range(0.25, 0.8)}"`,
    )
  }
  const [x, y, s] = [w * r.range(0.38, 0.62), h * 0.56, h * 0.3]
  body +=
    line(
      [
        [x, y - s],
        [x, y + s * 0.75],
      ],
      p[0],
      5,
    ) +
    path(
      `M${x},${y + s * 0.7} q0,${s * 0.3} ${s * 0.22},${s * 0.28} q${s * 0.2},0 ${s * 0.2},-${s * 0.22}`,
      'none',
      `stroke="${p[0]}" stroke-width="5" stroke-linecap="round"`,
    )
  const colours = [p[3], p[4], p[3], p[4]]
  for (let i = 0; i < 4; i++) {
    const [a, b] = [x - s * 1.25 + (i * s * 2.5) / 4, x - s * 1.25 + ((i + 1) * s * 2.5) / 4]
    body += path(
      `M${x},${y - s} Q${a + (x - a) * 0.12},${y - s * 0.8} ${a},${y} Q${(a + b) / 2},${y - s * 0.2} ${b},${y} Q${b + (x - b) * 0.12},${y - s * 0.8} ${x},${y - s} Z`,
      colours[i]!,
    )
  }
  return body
}

export const window: Motif = (r, p, w, h) => {
  const wall = r.flip() ? p[4] : mix(p[3], p[4], 0.4)
  const [ww, wh] = [Math.min(w * 0.44, h * 0.8), h * 0.72]
  const [x, y] = [w * r.range(0.14, 0.42), h * 0.08]
  let body =
    rect(0, 0, w, h, wall) +
    `<defs>${gradient('out', [p[2], p[3]])}<clipPath id="pane"><rect x="${x}" y="${y}" width="${ww}" height="${wh}"/></clipPath></defs>`
  body += polygon(
    [
      [x + ww * 1.2, h * 0.2],
      [w * 0.98, h * 0.05],
      [w * 0.98, h * 0.75],
      [x + ww * 1.2, h * 0.84],
    ],
    p[3],
    'opacity=".35"',
  )
  body += group(
    rect(x, y, ww, wh, 'url(#out)') +
      circle(x + ww * 0.65, y + wh * 0.35, wh * 0.16, p[4]) +
      path(`M${x},${y + wh} v${-wh * 0.28} q${ww * 0.3},${-wh * 0.2} ${ww * 0.55},0 t${ww * 0.5},${wh * 0.02} v${wh * 0.3} z`, p[1]),
    'clip-path="url(#pane)"',
  )
  body +=
    `<rect x="${x}" y="${y}" width="${ww}" height="${wh}" fill="none" stroke="${p[0]}" stroke-width="7"/>` +
    rect(x + ww / 2 - 2.5, y, 5, wh, p[0]) +
    rect(x, y + wh * 0.42, ww, 5, p[0]) +
    rect(x - 14, y + wh, ww + 28, 9, p[0]) +
    rect(0, h * 0.9, w, h * 0.1, mix(p[1], wall, 0.35))
  const [px, py] = [x + ww * r.range(0.2, 0.7), y + wh]
  for (let i = 0; i < 7; i++) {
    const angle = -90 + (i - 3) * r.range(15, 24)
    body += group(
      path('M0,0 q14,-28 0,-62 q-14,34 0,62 z', i % 2 ? p[1] : mix(p[1], p[0], 0.5)),
      `transform="translate(${px} ${py - 26}) rotate(${angle + 90}) scale(${h / 300})"`,
    )
  }
  return body + path(`M${px - 20},${py - 30} h40 l-5,30 h-30 z`, mix(p[2], p[3], 0.2))
}
