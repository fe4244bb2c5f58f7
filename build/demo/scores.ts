/** The music of the demo clips: chords, an arpeggio over them, a bass under them, now and then drums. */
import type { Note, Voice } from './synth.ts'
import { random } from './synth.ts'

interface Sketch {
  bpm: number
  /** Beats a chord lasts. */
  beats: number
  /** Chords as MIDI notes, root first. */
  chords: number[][]
  pad?: Voice
  lead: Voice
  /** Steps within the chord (index; 10 and up is an octave higher, -1 is a rest), one per `step` beats. */
  figure: number[]
  step: number
  leadOctave?: number
  bass?: number[]
  drums?: { kick: number[]; hat: number[] }
}

function compose(sketch: Sketch): { notes: Note[]; seconds: number } {
  const beat = 60 / sketch.bpm
  const scatter = random(sketch.bpm * 31 + sketch.chords.length)
  const notes: Note[] = []
  sketch.chords.forEach((chord, bar) => {
    const start = bar * sketch.beats * beat
    const length = sketch.beats * beat
    chord.forEach((midi, i) => {
      if (sketch.pad)
        notes.push({ at: start, midi, length: length * 0.96, gain: 0.16, voice: sketch.pad, pan: (i / chord.length) * 1.2 - 0.5 })
    })
    for (let i = 0; i * sketch.step < sketch.beats; i++) {
      const tone = sketch.figure[i % sketch.figure.length]!
      if (tone < 0) continue
      const midi = chord[(tone % 10) % chord.length]! + (tone >= 10 ? 12 : 0) + 12 * (sketch.leadOctave ?? 1)
      notes.push({
        at: start + i * sketch.step * beat + scatter() * 0.008,
        midi,
        length: sketch.step * beat * 1.4,
        gain: 0.3 * (i % 2 ? 0.8 : 1) * (0.85 + scatter() * 0.3),
        voice: sketch.lead,
        pan: scatter() * 1.2 - 0.6,
      })
    }
    for (const at of sketch.bass ?? [])
      notes.push({ at: start + at * beat, midi: chord[0]! - 12, length: beat * 0.8, gain: 0.3, voice: 'bass' })
    for (const at of sketch.drums?.kick ?? []) notes.push({ at: start + at * beat, midi: 36, length: 0.2, gain: 0.7, voice: 'kick' })
    for (const at of sketch.drums?.hat ?? [])
      notes.push({ at: start + at * beat, midi: 90, length: 0.04, gain: 0.1 + scatter() * 0.05, voice: 'hat', pan: 0.3 })
  })
  return { notes, seconds: sketch.chords.length * sketch.beats * beat }
}

const am7 = [57, 60, 64, 67],
  fmaj7 = [53, 57, 60, 64],
  cmaj7 = [48, 52, 55, 59],
  g6 = [55, 59, 62, 64]
const dm9 = [50, 53, 57, 64],
  bbmaj7 = [46, 50, 53, 57],
  em7 = [52, 55, 59, 62],
  a6 = [57, 61, 64, 66]

const sketches = {
  'mandelbrot-dive': {
    bpm: 120,
    beats: 4,
    chords: [am7, fmaj7, cmaj7, g6],
    pad: 'pad',
    lead: 'bell',
    figure: [0, 2, 11, 3, 10, 2, 1, 12],
    step: 0.5,
    bass: [0],
  },
  'dusk-over-nothing': {
    bpm: 69,
    beats: 4,
    chords: [fmaj7, dm9],
    pad: 'pad',
    lead: 'keys',
    figure: [0, 2, 3, 11, -1, 12, 3, -1],
    step: 0.5,
    bass: [0],
  },
  'garden-of-cells': {
    bpm: 126,
    beats: 4,
    chords: [cmaj7, em7, am7, fmaj7],
    lead: 'marimba',
    figure: [0, 10, 2, 11, 1, 3, 10, 2],
    step: 0.25,
    bass: [0, 2],
    drums: { kick: [0, 2], hat: [0.5, 1.5, 2.5, 3.5] },
  },
  'rule-110': {
    bpm: 104,
    beats: 4,
    chords: [dm9, bbmaj7, fmaj7],
    lead: 'pluck',
    figure: [0, 2, 1, 3, 10, 3, 2, 1],
    step: 0.5,
    pad: 'pad',
    bass: [0, 1.5],
    drums: { kick: [0, 2.5], hat: [1, 3] },
  },
  'two-stones': {
    bpm: 92,
    beats: 5,
    chords: [em7, cmaj7],
    pad: 'pad',
    lead: 'bell',
    figure: [3, -1, 1, -1, 12, -1, 0, 2, -1, 11],
    step: 0.5,
  },
  'hearing-colours': {
    bpm: 112,
    beats: 4,
    chords: [a6, g6, dm9, a6],
    lead: 'keys',
    figure: [0, 1, 2, 3, 10, 3, 2, 1],
    step: 0.5,
    bass: [0, 2, 3],
    drums: { kick: [0, 2], hat: [0.5, 1.5, 2.5, 3.5] },
  },
  'night-bus-home': {
    bpm: 84,
    beats: 4,
    chords: [dm9, am7, bbmaj7],
    pad: 'pad',
    lead: 'keys',
    figure: [0, -1, 2, 3, -1, 11, -1, 2],
    step: 0.5,
    bass: [0, 2.5],
    drums: { kick: [0, 2.5], hat: [1, 2, 3, 3.5] },
  },
  'marimba-for-monday': {
    bpm: 132,
    beats: 4,
    chords: [cmaj7, fmaj7, g6, cmaj7],
    lead: 'marimba',
    figure: [0, 2, 10, 2, 3, 1, 11, 1],
    step: 0.5,
    bass: [0, 1.5, 3],
    drums: { kick: [], hat: [0.5, 1.5, 2.5, 3.5] },
  },
  'glass-and-rain': { bpm: 78, beats: 4, chords: [em7, bbmaj7], lead: 'bell', figure: [3, 2, 10, 1, 12, 0, 11, 2], step: 0.5, pad: 'pad' },
  'waltz-for-a-kettle': {
    bpm: 138,
    beats: 3,
    chords: [am7, dm9, g6, cmaj7, fmaj7, am7],
    lead: 'pluck',
    figure: [0, 2, 3, 11, 3, 2],
    step: 0.5,
    bass: [0],
  },
  tides: {
    bpm: 80,
    beats: 4,
    chords: [cmaj7, am7, fmaj7],
    pad: 'pad',
    lead: 'pluck',
    figure: [0, 1, 2, 3, 11, 3, 2, 1],
    step: 0.5,
    bass: [0, 2],
  },
  'last-light': {
    bpm: 100,
    beats: 4,
    chords: [fmaj7, g6, cmaj7],
    pad: 'pad',
    lead: 'pluck',
    figure: [10, 3, 2, 1, 0, 1, 2, 3],
    step: 0.5,
    bass: [0, 2],
  },
} satisfies Record<string, Sketch>

export type ScoreName = keyof typeof sketches
export const score = (name: ScoreName): { notes: Note[]; seconds: number } => compose(sketches[name])
