import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

type Row = { key: string; cells: readonly ComponentChildren[] }

type TableProps = {
  label: string
  head: readonly ComponentChildren[]
  rows: readonly Row[]
  /** On narrow screens each cell shows its column's name: for columns that are not self-explanatory. */
  labelled?: boolean
  /** Rows become blocks already on medium screens: for many columns, or rows with buttons. */
  wide?: boolean
}

/** The first cell is the header of its row. A table wider than the screen scrolls, by keyboard too. */
export function Table({ label, head, rows, labelled = false, wide = false }: TableProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setScrolls(entry.target.scrollWidth > entry.target.clientWidth)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      class={wide ? 'table-scroll wide' : 'table-scroll'}
      ref={box}
      {...(scrolls ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
    >
      <table class={labelled ? 'table labelled' : 'table'} aria-label={label}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th scope="col" key={at}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, at) => (
                <td key={at} {...(labelled ? labelOf(head[at + 1]) : {})}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function labelOf(head: ComponentChildren) {
  return typeof head === 'string' && head !== '' ? { 'data-label': head } : {}
}
