/** Motifs of music and performance: records, keyboards, guitars, the cinema, the stage. */
import { circle, ellipse, gradient, group, line, path, polygon, rect } from './canvas.ts'
import { mix, type Motif } from './landscapes.ts'

export const vinyl: Motif = (r, p, w, h) => {
  const [x, y, s] = [w * r.range(0.3, 0.7), h * r.range(0.48, 0.6), h * r.range(0.4, 0.46)]
  const ground = r.flip() ? p[3] : p[2]
  let body =
    rect(0, 0, w, h, ground) +
    polygon(
      [
        [0, h],
        [w * r.range(0.3, 0.6), 0],
        [w, 0],
        [w, h],
      ],
      mix(ground, p[4], 0.25),
    )
  body += circle(x + 8, y + 10, s, p[0], 'opacity=".25"') + circle(x, y, s, p[0])
  for (let k = s * 0.94; k > s * 0.4; k -= s * 0.034)
    body += `<circle cx="${x}" cy="${y}" r="${k}" fill="none" stroke="${mix(p[0], p[4], 0.14 + r() * 0.08)}" stroke-width="1"/>`
  for (const turn of [30, 210])
    body += path(
      `M${x},${y} L${x + s},${y - s * 0.16} A${s},${s} 0 0 1 ${x + s},${y + s * 0.16} Z`,
      p[4],
      `opacity=".13" transform="rotate(${turn - 60} ${x} ${y})"`,
    )
  body +=
    circle(x, y, s * 0.36, p[2] === ground ? p[3] : p[2]) +
    path(`M${x - s * 0.36},${y} a${s * 0.36},${s * 0.36} 0 0 1 ${s * 0.72},0 z`, p[1], `transform="rotate(${r.range(0, 180)} ${x} ${y})"`) +
    circle(x, y, s * 0.045, p[4])
  const ax = x < w / 2 ? x + s * 1.25 : x - s * 1.25
  return (
    body +
    circle(ax, h * 0.14, h * 0.065, p[4]) +
    circle(ax, h * 0.14, h * 0.03, p[0]) +
    line(
      [
        [ax, h * 0.14],
        [ax + (x - ax) * 0.06, h * 0.56],
        [x + (ax - x) * 0.56, h * 0.74],
      ],
      p[4],
      5,
    )
  )
}

export const keys: Motif = (r, p, w, h) => {
  const top = h * r.range(0.26, 0.4)
  const kw = w / r.int(9, 12)
  let body = `<defs>${gradient('back', [p[1], p[2]], false)}</defs>` + rect(0, 0, w, h, 'url(#back)')
  for (let i = 0; i < 5; i++) body += circle(r() * w, top * r(), r.range(8, 34), r.pick([p[3], p[2], p[0]]), 'opacity=".8"')
  body += rect(0, top - 8, w, 8, p[0])
  const pressed = new Set([r.int(0, 3), r.int(4, 6), r.int(7, 9)])
  for (let i = 0; i * kw < w; i++) body += rect(i * kw + 1, top, kw - 2, h, pressed.has(i) ? p[3] : p[4])
  for (let i = 0; i * kw < w; i++)
    if (![2, 6, 9].includes(i % 7)) body += rect((i + 1) * kw - kw * 0.29, top, kw * 0.58, (h - top) * 0.6, p[0], 'rx="3"')
  return group(body, r.flip() ? `transform="rotate(-7 ${w / 2} ${h / 2}) scale(1.3)" transform-origin="${w / 2} ${h / 2}"` : '')
}

export const strings: Motif = (r, p, w, h) => {
  const [x, y, s] = [w * r.range(0.4, 0.62), h * r.range(0.45, 0.55), h * r.range(0.27, 0.33)]
  const wood = r.flip(0.7) ? mix(p[3], p[2], 0.3) : p[2]
  let body = rect(0, 0, w, h, wood)
  for (let i = 0; i < 26; i++)
    body += path(
      `M0,${(i / 26) * h} q${w / 2},${r.range(-10, 10)} ${w},${r.range(-5, 5)}`,
      'none',
      `stroke="${mix(wood, p[0], 0.25)}" stroke-width="${r.range(0.5, 2)}" opacity=".4"`,
    )
  body += circle(x, y, s * 1.3, mix(wood, p[0], 0.35))
  for (let i = 0; i < 40; i++)
    body += rect(x - 1.6, y - s * 1.24, 3.2, s * 0.17, i % 2 ? p[4] : p[1], `transform="rotate(${i * 9} ${x} ${y})"`)
  body += circle(x, y, s, p[0]) + `<circle cx="${x}" cy="${y}" r="${s * 1.02}" fill="none" stroke="${p[4]}" stroke-width="2"/>`
  body += rect(-10, y - s * 0.62, x - s * 0.8, s * 1.24, mix(p[0], p[1], 0.4))
  for (let i = 1; i < 5; i++) body += rect((x - s * 0.8) * (i / 5), y - s * 0.62, 3, s * 1.24, p[4], 'opacity=".7"')
  for (let i = 0; i < 6; i++) body += rect(0, y - s * 0.5 + i * s * 0.2, w, 1 + i * 0.35, p[4])
  return body + rect(w * 0.9, y - s * 0.75, 12, s * 1.5, p[0], 'rx="4"')
}

export const cinema: Motif = (r, p, w, h) => {
  const beam = r.flip()
  let body = rect(0, 0, w, h, p[0])
  const [sx, sy, sw, sh] = [w * 0.14, h * 0.1, w * 0.72, h * 0.5]
  body += `<defs>${gradient('screen', [p[3], p[4]])}</defs>` + rect(sx, sy, sw, sh, 'url(#screen)', 'rx="3"')
  const inset = r.pick([hillsOn, sunOn, starsOn])
  body +=
    `<defs><clipPath id="scr"><rect x="${sx}" y="${sy}" width="${sw}" height="${sh}"/></clipPath></defs>` +
    group(inset(r, p, sx, sy, sw, sh), 'clip-path="url(#scr)"')
  if (beam)
    body += polygon(
      [
        [w / 2 - 6, h],
        [w / 2 + 6, h],
        [sx + sw, sy + sh],
        [sx, sy + sh],
      ],
      p[4],
      'opacity=".12"',
    )
  for (const side of [0, 1])
    for (let i = 0; i < 4; i++)
      body += path(
        `M${side ? w - i * w * 0.035 : i * w * 0.035},0 q${side ? -14 : 14},${h * 0.4} 0,${h} h${side ? w * 0.04 : -w * 0.04} v${-h} z`,
        i % 2 ? p[1] : mix(p[1], p[2], 0.5),
      )
  for (let row = 0; row < 3; row++) {
    const [y, s] = [h * (0.72 + row * 0.12), w / (15 - row * 2)]
    for (let x = -s / 2 + (row % 2) * s * 0.5; x < w + s; x += s)
      body +=
        rect(x - s * 0.42, y, s * 0.84, h * 0.4, mix(p[0], p[2], 0.42 - row * 0.12), `rx="${s * 0.2}"`) +
        (r.flip(0.4) ? circle(x, y - s * 0.12, s * 0.24, mix(p[0], p[1], 0.35)) : '')
  }
  return body
}
type Inset = (r: Parameters<Motif>[0], p: Parameters<Motif>[1], x: number, y: number, w: number, h: number) => string
const hillsOn: Inset = (r, p, x, y, w, h) =>
  circle(x + w * 0.65, y + h * 0.4, h * 0.17, p[2]) +
  path(`M${x},${y + h} v${-h * 0.3} q${w * 0.25},${-h * r.range(0.2, 0.5)} ${w * 0.5},0 t${w * 0.5},${h * 0.05} v${h * 0.3} z`, p[1])
const sunOn: Inset = (_r, p, x, y, w, h) =>
  circle(x + w / 2, y + h * 0.95, h * 0.6, p[2]) + circle(x + w / 2, y + h * 0.95, h * 0.42, p[3]) + rect(x, y + h * 0.82, w, h * 0.2, p[1])
const starsOn: Inset = (r, p, x, y, w, h) =>
  rect(x, y, w, h, p[1]) +
  Array.from({ length: 26 }, () => circle(x + r() * w, y + r() * h, r.range(0.8, 2.2), p[4])).join('') +
  circle(x + w * 0.3, y + h * 0.55, h * 0.24, p[3]) +
  circle(x + w * 0.36, y + h * 0.48, h * 0.22, p[1])

export const stage: Motif = (r, p, w, h) => {
  const x = w * r.range(0.4, 0.6)
  let body = rect(0, 0, w, h, p[1])
  for (let row = 0, y = 0; y < h * 0.8; row++, y += 17)
    for (let bx = row % 2 ? -22 : 0; bx < w; bx += 44)
      body += rect(bx + 1, y + 1, 42, 15, mix(p[1], r.flip() ? p[2] : p[0], r.range(0.05, 0.32)))
  body +=
    rect(0, h * 0.8, w, h * 0.2, p[0]) +
    ellipse(x, h * 0.86, w * 0.24, h * 0.07, p[3]) +
    polygon(
      [
        [x - w * 0.08, 0],
        [x + w * 0.08, 0],
        [x + w * 0.24, h * 0.86],
        [x - w * 0.24, h * 0.86],
      ],
      p[4],
      'opacity=".3"',
    )
  body += rect(x - 2.5, h * 0.36, 5, h * 0.5, p[0]) + ellipse(x, h * 0.87, h * 0.11, h * 0.025, p[0])
  body += group(
    rect(-9, 0, 18, h * 0.17, p[0], 'rx="6"') +
      rect(-15, -h * 0.12, 30, h * 0.14, mix(p[0], p[4], 0.35), 'rx="15"') +
      [0, 1, 2].map((i) => rect(-15, -h * 0.1 + i * 9, 30, 2, p[0])).join('') +
      rect(-16, h * 0.005, 32, 6, p[2]),
    `transform="translate(${x} ${h * 0.32}) rotate(${r.range(-20, 20)})"`,
  )
  if (r.flip(0.6)) {
    const sx = x + (r.flip() ? 1 : -1) * w * 0.2
    body +=
      rect(sx - 17, h * 0.68, 34, 6, p[4]) +
      rect(sx - 14, h * 0.7, 4, h * 0.17, p[4]) +
      rect(sx + 10, h * 0.7, 4, h * 0.17, p[4]) +
      rect(sx - 3, h * 0.6, 9, h * 0.085, p[3], 'rx="1" opacity=".9"')
  }
  return body
}
