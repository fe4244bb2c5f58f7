/**
 * A small software synthesiser that renders a score to a 16-bit stereo WAV file. It generates the music of the demo clips, so that all
 * sound in the repository belongs to the project and is the same on every machine.
 */
export const sampleRate = 44_100

export type Voice = 'pad' | 'keys' | 'bell' | 'marimba' | 'pluck' | 'bass' | 'kick' | 'hat'

export interface Note {
  /** Seconds from the start. */
  at: number
  midi: number
  /** Seconds until the release, which continues the sound. */
  length: number
  gain: number
  voice: Voice
  /** −1 left … 1 right. */
  pan?: number
}

/** Mulberry32: its 32 bits of state are enough for noise and random variation. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const { PI, sin, exp, min, max, tanh } = Math
const hertz = (midi: number) => 440 * 2 ** ((midi - 69) / 12)
/** Linear attack, then held, then an exponential release. */
const held = (t: number, length: number, attack: number, release: number) =>
  min(1, t / attack) * (t < length ? 1 : exp(-(t - length) / release))

type Oscillator = (t: number, note: Note, f: number) => number

const oscillators: Record<Exclude<Voice, 'pluck'>, Oscillator> = {
  pad: (t, { length }, f) => {
    let sum = 0
    for (const detune of [0.9965, 1, 1.0037]) for (let h = 1; h <= 5; h++) sum += sin(2 * PI * f * detune * h * t + h) / h ** 2.2
    return (sum / 3) * held(t, length, 0.35, 0.5)
  },
  keys: (t, { length }, f) => {
    const index = 1.4 * exp(-t * 3)
    const tremolo = 1 - 0.12 * (1 + sin(2 * PI * 4.6 * t))
    return sin(2 * PI * f * t + index * sin(2 * PI * f * t)) * tremolo * exp(-t * 1.1) * held(t, length, 0.006, 0.18)
  },
  bell: (t, _note, f) => sin(2 * PI * f * t + 2.1 * exp(-t * 4) * sin(2 * PI * f * 3.501 * t)) * exp(-t * 2.1) * min(1, t / 0.003),
  marimba: (t, _note, f) => (sin(2 * PI * f * t) * exp(-t * 5) + 0.35 * sin(2 * PI * f * 3.93 * t) * exp(-t * 16)) * min(1, t / 0.002),
  bass: (t, { length }, f) => tanh(1.6 * (sin(2 * PI * f * t) + 0.25 * sin(4 * PI * f * t))) * held(t, length, 0.012, 0.09),
  kick: (t) => sin(2 * PI * (46 * t + (7 * (1 - exp(-t * 28))) / 2.2)) * exp(-t * 9),
  hat: () => 0,
}

const tail: Record<Voice, number> = { pad: 2.4, keys: 1, bell: 2.4, marimba: 1, pluck: 2.2, bass: 0.5, kick: 0.5, hat: 0.12 }

/** Karplus–Strong: a burst of noise in an averaging delay line sounds like a string. */
function pluck(frames: number, f: number, noise: () => number): Float32Array {
  const line = Float32Array.from({ length: max(2, Math.round(sampleRate / f)) }, () => noise() * 2 - 1)
  const out = new Float32Array(frames)
  for (let i = 0; i < frames; i++) {
    const at = i % line.length
    out[i] = line[at]!
    line[at] = 0.4975 * (line[at]! + line[(i + 1) % line.length]!)
  }
  return out
}

function hat(frames: number, noise: () => number): Float32Array {
  let last = 0
  return Float32Array.from({ length: frames }, (_, i) => {
    const now = noise() * 2 - 1
    const bright = now - last
    last = now
    return bright * 0.5 * exp((-i / sampleRate) * 60)
  })
}

/** Schroeder reverb: four comb filters and an all-pass filter per side, with slightly longer delays on the right. */
function reverb(dry: Float32Array, spread: number): Float32Array {
  const out = new Float32Array(dry.length)
  for (const delay of [1557, 1617, 1491, 1422]) {
    const buffer = new Float32Array(delay + spread)
    let low = 0
    for (let i = 0; i < dry.length; i++) {
      const at = i % buffer.length
      const wet = buffer[at]!
      low = wet * 0.7 + low * 0.3
      buffer[at] = dry[i]! + low * 0.8
      out[i]! += wet * 0.25
    }
  }
  const line = new Float32Array(225 + spread)
  for (let i = 0; i < out.length; i++) {
    const at = i % line.length
    const past = line[at]!
    const now = out[i]!
    line[at] = now + past * 0.5
    out[i] = past - now * 0.5
  }
  return out
}

/** Renders `notes` to a WAV file of `seconds`, faded out over the last second or so. */
export function renderWav(notes: readonly Note[], seconds: number, { wet = 0.22, fade = 1.1 } = {}): Buffer {
  const frames = Math.round(seconds * sampleRate)
  const sides = [new Float32Array(frames), new Float32Array(frames)] as const
  const noise = random(notes.length * 7919)
  for (const note of notes) {
    const start = Math.round(note.at * sampleRate)
    const count = min(frames - start, Math.round((note.length + tail[note.voice]) * sampleRate))
    if (count <= 0) continue
    const f = hertz(note.midi)
    const sampled = note.voice === 'pluck' ? pluck(count, f, noise) : note.voice === 'hat' ? hat(count, noise) : null
    const oscillate = note.voice === 'pluck' ? null : oscillators[note.voice]
    const angle = ((note.pan ?? 0) + 1) * (PI / 4)
    const gains = [Math.cos(angle) * note.gain, sin(angle) * note.gain]
    for (let i = 0; i < count; i++) {
      const t = i / sampleRate
      // Fades out the last milliseconds: a note that is cut off would click.
      const value = (sampled ? sampled[i]! : oscillate!(t, note, f)) * min(1, (count - i) / 400)
      sides[0][start + i]! += value * gains[0]!
      sides[1][start + i]! += value * gains[1]!
    }
  }
  const wets = [reverb(sides[0], 0), reverb(sides[1], 23)] as const
  let peak = 0
  for (const side of [0, 1] as const)
    for (let i = 0; i < frames; i++) {
      sides[side][i] = sides[side][i]! + wets[side][i]! * wet
      peak = max(peak, Math.abs(sides[side][i]!))
    }
  const data = Buffer.alloc(44 + frames * 4)
  data.write('RIFF', 0)
  data.writeUInt32LE(36 + frames * 4, 4)
  data.write('WAVEfmt ', 8)
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(2, 22)
  data.writeUInt32LE(sampleRate, 24)
  data.writeUInt32LE(sampleRate * 4, 28)
  data.writeUInt16LE(4, 32)
  data.writeUInt16LE(16, 34)
  data.write('data', 36)
  data.writeUInt32LE(frames * 4, 40)
  for (let i = 0; i < frames; i++) {
    const envelope = min(1, i / 400, max(0, (frames - i) / (fade * sampleRate)))
    for (const side of [0, 1] as const)
      data.writeInt16LE(Math.round(tanh((sides[side][i]! / peak) * 1.15) * envelope * 26_000), 44 + i * 4 + side * 2)
  }
  return data
}
