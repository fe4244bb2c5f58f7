/** @param size width and height in pixels. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="1.5 2.5 28.5 26.5" aria-hidden="true" focusable="false">
    <path d="M3 24C9 30 12 17 16 16s8-13 13-8" fill="none" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
    <circle cx="8" cy="24" r="4.25" fill="currentColor" />
    <circle cx="16" cy="16" r="5" fill="var(--accent)" />
    <circle cx="24.25" cy="8.25" r="4.25" fill="currentColor" />
  </svg>
)
