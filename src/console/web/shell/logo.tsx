/** The same drawing as icon.svg. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="7" fill="#0b7285" />
      <path d="M9 7.5h11.5a2.5 2.5 0 0 1 2.5 2.5v14.5H11.5A2.5 2.5 0 0 1 9 22z" fill="#fff" />
      <path
        d="M9 22a2.5 2.5 0 0 1 2.5-2.5H23M13 11.5h6M13 15h4"
        fill="none"
        stroke="#0b7285"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
