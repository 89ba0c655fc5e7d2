import { useEffect, useState } from 'preact/hooks'

/** Dark on light in every theme, because cameras need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [path, setPath] = useState<{ shape: string; size: number }>()
  useEffect(() => {
    let over = false
    void import('qr').then(({ encodeQR }) => {
      const rows = encodeQR(text, 'raw', { border: 2 })
      if (!over) setPath({ shape: draw(rows), size: rows.length })
    })
    return () => {
      over = true
    }
  }, [text])
  if (path === undefined) return null
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${path.size} ${path.size}`}
      shape-rendering="crispEdges"
    >
      <path d={path.shape} />
    </svg>
  )
}

function draw(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
