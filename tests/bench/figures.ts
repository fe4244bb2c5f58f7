/** Prints each measurement with its floor and their ratio, and records it for the comparison of two commits. */
import type { Measurement } from './results.ts'

const recorded: Measurement[] = []

/** Adds measurements to the results of this run. */
export const record = (...measurements: readonly Measurement[]): void => void recorded.push(...measurements)

export const recordedMeasurements = (): readonly Measurement[] => recorded

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export interface Figure {
  what: string
  unit: 'ms' | 'req/s' | 'KB'
  measured: number
  floor: number
  /** True for throughput. The ratio is inverted, so that 1 is the floor and higher values are worse. */
  higherIsBetter?: boolean
}

export const ratio = ({ measured, floor, higherIsBetter }: Figure): number => (higherIsBetter ? floor / measured : measured / floor)

const number = (value: number, unit: Figure['unit']): string => `${value.toFixed(unit === 'ms' ? 2 : unit === 'KB' ? 1 : 0)} ${unit}`

export function print(title: string, figures: readonly Figure[], note = ''): void {
  record(
    ...figures.map((figure) => ({
      title,
      what: figure.what,
      unit: figure.unit,
      value: figure.measured,
      floor: figure.floor,
      higherIsBetter: figure.higherIsBetter ?? false,
    })),
  )
  console.log(`\n${title}`)
  const width = Math.max(...figures.map(({ what }) => what.length))
  for (const figure of figures) {
    const cells = [
      figure.what.padEnd(width),
      number(figure.measured, figure.unit).padStart(12),
      `floor ${number(figure.floor, figure.unit)}`.padStart(18),
    ]
    const share = figure.higherIsBetter ? `, ${(1 / ratio(figure)).toFixed(2)} of the floor` : ''
    console.log(`  ${cells.join('  ')}  ratio ${ratio(figure).toFixed(2)}${share}`)
  }
  if (note) console.log(`  ${note}`)
}
