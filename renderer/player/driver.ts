/** A driver carries out the commands: the local one plays on this device, another one can control another device. */
import type { Command } from './commands.ts'

/**
 * Its methods are sagas. It reads queue, item and position from the state, and changes them only by dispatching facts
 * (saga effect `put`). Commands and facts are serialisable, so a driver can forward commands to another device and
 * dispatch the facts that it receives.
 */
export interface Driver {
  /**
   * Runs once, before `run`, and changes the queue to one that it can play. `first`: the command with which the driver is to start; it
   * returns the one to use.
   */
  prepare?(first: Command | undefined): Generator<unknown, Command | undefined>
  /**
   * Runs concurrently with `handle` until it is cancelled. At its start the state has the item to take over, paused at
   * its position; a `play` command follows if the previous driver was playing. When cancelled, it stops its playback.
   */
  run(): Generator
  /** Carries out one command. Tasks that it forks are cancelled with the driver. */
  handle(command: Command): Generator
}

/** Which driver is in charge. */
export interface DriverChoice {
  /** Null: the local driver. The same object until the choice changes. */
  current(): Driver | null
  subscribe(listener: () => void): () => void
}
