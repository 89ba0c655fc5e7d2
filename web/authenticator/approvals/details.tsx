import { text } from '../base/texts.ts'

/** As many as fit on a phone above the buttons. */
const SHOWN = 3

type Row = readonly [name: string, value: string]

/** What is approved: the first details are always visible, the others on demand. */
export function Details({ details }: { details: Readonly<Record<string, string>> }) {
  const rows = Object.entries(details)
  const others = rows.slice(SHOWN)
  return (
    <>
      <Rows rows={rows.slice(0, SHOWN)} />
      {others.length > 0 && (
        <details class="fold">
          <summary>{text('approvalMoreDetails', { count: others.length })}</summary>
          <Rows rows={others} />
        </details>
      )}
    </>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <dl class="details">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi class="foreign">{name}</bdi>
          </dt>
          <dd>
            <bdi class="foreign">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
