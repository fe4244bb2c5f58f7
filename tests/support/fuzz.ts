/**
 * Property-based tests use the same seed in every run, so that their result depends on the commit only. STRAND_FUZZ_SEED=random, or the
 * seed of a failed run, selects other examples; STRAND_FUZZ_RUNS sets their number.
 */
import fc from 'fast-check'

const { STRAND_FUZZ_SEED = '20261121', STRAND_FUZZ_RUNS } = process.env
if (STRAND_FUZZ_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(STRAND_FUZZ_SEED) })

/** The number of examples that a test generates: STRAND_FUZZ_RUNS, or `defaultRuns` if it is not set. */
export const fuzzRuns = (defaultRuns: number): number => Number(STRAND_FUZZ_RUNS ?? defaultRuns)
