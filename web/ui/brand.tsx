/** The mark and the name of the product, with the name of the app. */
export function Brand({ app }: { app: string }) {
  return (
    <>
      <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect class="brand-ground" width="32" height="32" rx="8" />
        <path class="brand-strap" d="M8.5 0 16 12.5 23.5 0" />
        <rect class="brand-card" x="7.5" y="12" width="17" height="14.5" rx="3" />
        <path class="brand-ink" d="M14 14.6h4M9.7 24.2c.6-1.9 5.2-1.9 5.8 0M17.8 19h4M17.8 22.4h2.6" />
        <circle class="brand-face" cx="12.6" cy="19.4" r="2" />
      </svg>
      Lanyard <span>{app}</span>
    </>
  )
}
