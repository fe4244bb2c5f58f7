/** Motifs without a subject: posters, prints and patterns. */
import { circle, curve, ellipse, group, line, path, polygon, rect } from './canvas.ts'
import { mix, type Motif } from './landscapes.ts'

export const bauhaus: Motif = (r, p, w, h) => {
  const size = h / (r.flip() ? 3 : 4)
  let body = rect(0, 0, w, h, p[4])
  const offset = (w % size) / 2 - (w % size ? size : 0)
  for (let y = 0; y < h - 1; y += size)
    for (let x = offset; x < w; x += size) {
      const [a, b] = [r.pick(p), r.pick(p)]
      const turn = `transform="rotate(${r.int(0, 3) * 90} ${x + size / 2} ${y + size / 2})"`
      body += rect(x, y, size + 0.5, size + 0.5, a)
      if (a === b) continue
      body += r.pick([
        () => path(`M${x},${y} h${size} a${size},${size} 0 0 1 ${-size},${size} z`, b, turn),
        () => path(`M${x},${y} h${size} a${size / 2},${size / 2} 0 0 1 ${-size},0 z`, b, turn),
        () => circle(x + size / 2, y + size / 2, size * 0.34, b),
        () =>
          polygon(
            [
              [x, y],
              [x + size, y],
              [x, y + size],
            ],
            b,
            turn,
          ),
        () => [0, 1, 2].map((i) => rect(x, y + (i * 2 * size) / 6, size, size / 6, b, turn)).join(''),
        () =>
          path(
            `M${x},${y} a${size},${size} 0 0 1 ${size},${size} h${-size * 0.5} a${size / 2},${size / 2} 0 0 0 ${-size / 2},${-size / 2} z`,
            b,
            turn,
          ),
      ])()
    }
  return body
}

export const riso: Motif = (r, p, w, h) => {
  const inks = [p[2], p[1], p[3]]
  let body =
    rect(0, 0, w, h, p[4]) +
    `<defs><pattern id="dots" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(28)"><circle cx="3.5" cy="3.5" r="1.9" fill="${p[0]}"/></pattern></defs>`
  for (let i = 0; i < 5; i++) {
    const [x, y, s] = [w * r.range(0.12, 0.88), h * r.range(0.15, 0.85), h * r.range(0.22, 0.4)]
    const ink = inks[i % 3]!
    const shape = r.pick([
      () => circle(x, y, s, ink),
      () => rect(x - s, y - s * 0.5, s * 2, s, ink, `transform="rotate(${r.range(-30, 30)} ${x} ${y})"`),
      () => path(`M${x - s},${y + s * 0.7} L${x},${y - s} L${x + s},${y + s * 0.7} Z`, ink),
      () => path(`M${x - s},${y} a${s},${s} 0 0 1 ${s * 2},0 z`, ink),
    ])()
    body += group(shape, 'style="mix-blend-mode:multiply" opacity=".92"')
  }
  return body + circle(w * r.range(0.25, 0.75), h * r.range(0.3, 0.7), h * 0.26, 'url(#dots)', 'opacity=".7"')
}

export const arcs: Motif = (r, p, w, h) => {
  const size = h / r.int(3, 4)
  let body = rect(0, 0, w, h, p[1])
  for (let row = 0, y = size * 0.4; y < h + size * 1.4; row++, y += size * 0.42)
    for (let x = row % 2 ? 0 : -size * 0.7; x < w + size; x += size * 1.4) {
      const tones = r.flip(0.2)
        ? [p[3], p[0], p[3], p[4]]
        : r.flip(0.3)
          ? [p[2], p[4], p[2], p[4]]
          : [p[1], p[4], mix(p[1], p[2], 0.6), p[4]]
      for (let k = 0; k < 4; k++) body += circle(x, y, size * (0.7 - k * 0.165), tones[k]!) + (k % 2 ? '' : '')
    }
  return body
}

export const flow: Motif = (r, p, w, h) => {
  const dark = r.flip(0.6)
  let body = rect(0, 0, w, h, dark ? p[0] : p[4])
  const [fx, fy] = [curve(r, 0.5), curve(r, 0.5)]
  const tones = dark ? [p[2], p[3], p[4], p[2]] : [p[0], p[1], p[2], p[3]]
  for (let i = 0; i < 170; i++) {
    let [x, y] = [r.range(-0.05, 1.05) * w, r.range(-0.05, 1.05) * h]
    const points: [number, number][] = [[x, y]]
    for (let k = 0; k < 24; k++) {
      const angle = (fx(x / w) + fy(y / h)) * 2.1
      x += Math.cos(angle) * 5
      y += Math.sin(angle) * 5
      points.push([x, y])
    }
    body += line(points, r.pick(tones), r.range(1.2, 4.2), `opacity="${r.range(0.55, 1)}"`)
  }
  return body
}

export const truchet: Motif = (r, p, w, h) => {
  const size = h / r.int(5, 7)
  let body = rect(0, 0, w, h, p[4])
  const tones = [p[1], p[2], p[0]]
  for (let y = 0; y < h; y += size)
    for (let x = 0; x < w; x += size) {
      const tone = tones[Math.floor((x / w) * 2 + (y / h) * 1.2 + r() * 0.8) % 3]!
      const stroke = `stroke="${tone}" stroke-width="${size * 0.3}"`
      const half = size / 2
      body += r.flip()
        ? path(`M${x + half},${y} a${half},${half} 0 0 1 ${-half},${half}`, 'none', stroke) +
          path(`M${x + size},${y + half} a${half},${half} 0 0 0 ${-half},${half}`, 'none', stroke)
        : path(`M${x + half},${y} a${half},${half} 0 0 0 ${half},${half}`, 'none', stroke) +
          path(`M${x},${y + half} a${half},${half} 0 0 1 ${half},${half}`, 'none', stroke)
    }
  const s = h * 0.3
  return body + circle(w * r.range(0.25, 0.75), h * r.range(0.35, 0.65), s, p[3], 'style="mix-blend-mode:multiply"')
}

export const contour: Motif = (r, p, w, h) => {
  const dark = r.flip()
  let body = rect(0, 0, w, h, dark ? p[0] : p[4])
  const [x, y] = [w * r.range(0.3, 0.7), h * r.range(0.35, 0.65)]
  const bump = curve(r, 0.32)
  const wobble = Array.from({ length: 73 }, (_, i) => bump(Math.abs(i - 36) / 36))
  for (let k = 22; k > 0; k--) {
    const radius = k * h * 0.042
    const points = wobble.map((b, i) => {
      const a = (i / 72) * 6.2832
      return [x + Math.cos(a) * radius * 1.35 * (1 + b * 0.28), y + Math.sin(a) * radius * (1 + b * 0.32)] as const
    })
    const t = k / 22
    body += polygon(
      points,
      dark ? mix(p[3], p[0], Math.min(1, t * 1.25)) : mix(p[2], p[4], Math.min(1, t * 1.2)),
      `stroke="${dark ? p[3] : p[1]}" stroke-width="1.2" stroke-opacity=".75"`,
    )
  }
  return body + circle(x, y, 4, dark ? p[4] : p[0])
}

export const weave: Motif = (r, p, w, h) => {
  let body = rect(0, 0, w, h, r.pick([p[4], p[1], p[0]]))
  const bands: { at: number; size: number; tone: string }[] = []
  for (let at = 0; at < 120;) {
    const size = r.pick([3, 6, 14, 22])
    bands.push({ at, size, tone: r.pick(p) })
    at += size + r.pick([4, 8, 16])
  }
  for (const vertical of [false, true])
    for (let o = -120; o < w + 240; o += 126)
      for (const { at, size, tone } of bands)
        body += vertical ? rect(o + at, -h, size, h * 3, tone, 'opacity=".55"') : rect(-w, o + at, w * 3, size, tone, 'opacity=".55"')
  body = group(body, `transform="rotate(${r.pick([0, 45, -32, 0])} ${w / 2} ${h / 2}) scale(1.35)" transform-origin="${w / 2} ${h / 2}"`)
  let stitches = ''
  for (let x = 10; x < w; x += 16) stitches += rect(x, h * 0.82, 9, 2.4, p[4], 'rx="1"')
  return rect(0, 0, w, h, p[1]) + body + stitches
}

export const bars: Motif = (r, p, w, h) => {
  const dark = r.flip(0.7)
  let body = rect(0, 0, w, h, dark ? p[0] : p[4])
  const f = curve(r, 0.9)
  const count = r.int(22, 34)
  const gap = (w * 0.84) / count
  for (let i = 0; i < count; i++) {
    const t = i / count
    const height = h * (0.12 + 0.56 * Math.abs(f(t)) * Math.sin(Math.PI * (t * 0.9 + 0.05)) + r() * 0.08)
    body += rect(
      w * 0.08 + i * gap,
      h / 2 - height / 2,
      gap * 0.58,
      height,
      t < 0.5 ? mix(p[2], p[3], t * 2) : mix(p[3], dark ? p[4] : p[1], (t - 0.5) * 2),
      `rx="${gap * 0.29}"`,
    )
  }
  return body
}

export const blobs: Motif = (r, p, w, h) => {
  let body = rect(0, 0, w, h, p[4])
  for (let i = 0; i < 6; i++) {
    const [x, y, s] = [r() * w, r() * h, h * r.range(0.16, 0.36)]
    const f = curve(r, 0.3)
    const points = Array.from({ length: 48 }, (_, k) => {
      const a = (k / 48) * 6.2832
      const b = 1 + f(Math.abs(k - 24) / 24) * 0.35
      return [x + Math.cos(a) * s * b * 1.2, y + Math.sin(a) * s * b] as const
    })
    body += polygon(points, [p[2], p[3], p[1], p[0], mix(p[2], p[4], 0.5), p[3]][i]!)
  }
  for (let i = 0; i < 5; i++)
    body += line(
      [[r() * w, r() * h]].flatMap(([x, y]) => Array.from({ length: 12 }, (_, k) => [x! + k * 5, y! + Math.sin(k) * 5] as const)),
      r.pick([p[0], p[4]]),
      2.5,
    )
  return body + ellipse(w * r.range(0.3, 0.7), h * r.range(0.3, 0.7), 7, 7, p[0])
}
