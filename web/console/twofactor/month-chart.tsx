import { formatIn } from '../../ui/time/dates.ts'
import type { Answered, twofactor } from '../base/services.ts'
import { text } from '../identity/texts.ts'

type Month = Answered<typeof twofactor.getStatistics>['months'][number]

const HEIGHT = 100
const WIDTH = 30
const BAR = 8

/** Messages, calls and verifications per month; the table below has the same numbers. */
export function MonthChart({ months }: { months: readonly Month[] }) {
  const inOrder = months.toReversed()
  const most = Math.max(1, ...months.flatMap(({ sms, calls, verifications }) => [sms, calls, verifications]))
  const short = formatIn('UTC', { month: 'narrow' })
  return (
    <figure class="id-chart">
      <figcaption>{text('chartTitle')}</figcaption>
      <svg
        viewBox={`0 0 ${inOrder.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('chartText', { most })}
      >
        {inOrder.map(({ month, sms, calls, verifications }, at) => (
          <g key={month}>
            <Bar x={at * WIDTH + 2} value={sms / most} />
            <Bar x={at * WIDTH + 2 + BAR} value={calls / most} kind="second" />
            <Bar x={at * WIDTH + 2 + 2 * BAR} value={verifications / most} kind="third" />
          </g>
        ))}
      </svg>
      <p class="id-axis" aria-hidden="true">
        {inOrder.map(({ month }) => (
          <span key={month}>{short.format(Date.parse(`${month}-01T00:00:00Z`))}</span>
        ))}
      </p>
      <ul class="id-legend">
        <li>
          <i /> {text('statSms')}
        </li>
        <li class="second">
          <i /> {text('statCalls')}
        </li>
        <li class="third">
          <i /> {text('statVerifications')}
        </li>
      </ul>
    </figure>
  )
}

function Bar({ x, value, kind }: { x: number; value: number; kind?: 'second' | 'third' }) {
  const height = Math.max(0.5, value * (HEIGHT - 2))
  return <rect class={kind ?? ''} x={x} y={HEIGHT - height} width={BAR - 1} height={height} />
}
