import { formatIn } from '../../ui/time/dates.ts'
import { text } from './texts.ts'
import type { Flow } from './use-board.ts'

const HEIGHT = 100
const STEP = 10

/** One bar per five minutes, with a text alternative. */
export function FlowChart({ flow, zone }: { flow: Flow; zone: string }) {
  const { counts, from, slotSeconds } = flow
  const most = Math.max(...counts)
  const clock = formatIn(zone, { timeStyle: 'short' })
  const start = Date.parse(from)
  const timeAt = (slot: number) => clock.format(start + slot * slotSeconds * 1_000)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const told =
    total === 0
      ? text('flowNone')
      : text('flowText', {
          count: total,
          from: timeAt(0),
          to: timeAt(counts.length),
          most,
        })
  return (
    <figure class="board-flow">
      <figcaption>{text('flowTitle')}</figcaption>
      <svg
        viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={told}
      >
        {counts.map((count, slot) => {
          const height = most === 0 ? 0 : (count / most) * (HEIGHT - 4)
          return (
            <rect
              key={slot}
              x={slot * STEP + 1}
              y={HEIGHT - Math.max(1, height)}
              width={STEP - 2}
              height={Math.max(1, height)}
            />
          )
        })}
      </svg>
      <p class="board-axis" aria-hidden="true">
        <span>{timeAt(0)}</span>
        <span>{timeAt(counts.length / 2)}</span>
        <span>{timeAt(counts.length)}</span>
      </p>
      <p class="soft">{told}</p>
    </figure>
  )
}
