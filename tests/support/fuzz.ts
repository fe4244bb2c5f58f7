/**
 * Property-based tests use the same seed in every run, so that a commit passes or fails everywhere alike. STRAND_FUZZ_SEED=random, or the
 * seed of a failed run, selects other examples, and STRAND_FUZZ_RUNS more of them.
 */
import fc from 'fast-check'

const { STRAND_FUZZ_SEED = '20261121', STRAND_FUZZ_RUNS } = process.env
if (STRAND_FUZZ_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(STRAND_FUZZ_SEED) })

/** How many examples to draw where a test draws `usual` many. */
export const fuzzRuns = (defaultRuns: number): number => Number(STRAND_FUZZ_RUNS ?? defaultRuns)
