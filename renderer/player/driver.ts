/** A driver carries out the commands: the local one plays on this device, another one may control another device. */
import type { Command } from './commands.ts'

/**
 * Its methods are sagas. Only a driver puts facts; it reads queue, item and position from the state. Commands and facts are
 * serialisable, so a driver can forward commands to another device and put the facts that it receives.
 */
export interface Driver {
  /**
   * Runs beside the commands until it is cancelled. At its start the state shows the item to take over, paused at its position;
   * a `play` command follows if the driver before was playing. When cancelled it stops playback on this device.
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
