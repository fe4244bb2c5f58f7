import type { Network } from '#contract/rules.ts'

/** The networks' logos in one colour. */
const paths: Record<Network, string> = {
  facebook:
    'M13.5 21v-7.6h2.6l.5-3.2h-3.1V8.2c0-.9.5-1.7 1.8-1.7h1.5V3.7S15.600 3.500 14.300 3.500c-2.600 0-4.200 1.600-4.200 4.400v2.300H7.200v3.200h2.900V21z',
  twitter:
    'M17.200 3.800h2.800l-6.100 7 7.200 9.400h-5.600l-4.400-5.700-5 5.700H3.300l6.500-7.500L2.900 3.800h5.800l4 5.200zm-1 14.700h1.500L7.700 5.400H6z',
}

export const NetworkMark = ({ network }: { network: Network }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={paths[network]} fill="currentColor" />
  </svg>
)
