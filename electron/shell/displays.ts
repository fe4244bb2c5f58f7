import type { Rectangle } from '../policy/windowBounds.ts'
import type { ElectronModule } from './electronModule.ts'

/** The displays without task bars, the primary one first. */
export function workAreasOf({ screen }: Pick<ElectronModule, 'screen'>): Rectangle[] {
  const primary = screen.getPrimaryDisplay().workArea
  const others = screen.getAllDisplays().map(({ workArea }) => workArea)
  return [primary, ...others.filter(({ x, y }) => x !== primary.x || y !== primary.y)]
}
