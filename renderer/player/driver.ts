/** What carries out the commands: the local driver plays on this device, another one may have another device play. */
import type { Command } from './commands.ts'

/**
 * The saga effects are those of a generator: only a driver puts facts. It reads queue, item and position from the state.
 * Commands and facts are serialisable, so a driver can forward the ones and apply the others as they arrive.
 */
export interface Driver {
  /**
   * Runs beside the commands until it is cancelled. At its start the state shows the item to take over, paused at its position;
   * a `play` command follows if the driver before was playing. When cancelled it stops whatever plays on this device.
   */
  run(): Generator
  /** Carries out one command. What it forks ends with the driver. */
  handle(command: Command): Generator
}

/** Which driver is in charge. */
export interface DriverChoice {
  /** Null: the local driver. The same object until the choice changes. */
  current(): Driver | null
  subscribe(listener: () => void): () => void
}
