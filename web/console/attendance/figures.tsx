import { formatNumber, formatShare } from './numbers.ts'
import { text } from './texts.ts'
import type { Board } from './use-board.ts'

type Summary = Board['summary']

/** Attendance figures, large enough to read from afar. */
export function Figures({ summary, isOver }: { summary: Summary; isOver: boolean }) {
  const { registered, checkedIn, checkedOut, noShow } = summary
  const came = checkedIn + checkedOut
  const figures = [
    { name: text('expected'), value: formatNumber(registered) },
    { name: text('inside'), value: formatNumber(checkedIn), tone: 'good' },
    { name: text('left'), value: formatNumber(checkedOut) },
    isOver
      ? { name: text('noShow'), value: formatNumber(noShow) }
      : { name: text('absent'), value: formatNumber(Math.max(0, registered - came)) },
    { name: text('rate'), value: registered === 0 ? '–' : formatShare(came / registered) },
  ]
  return (
    <dl class="board-figures">
      {figures.map(({ name, value, tone = '' }) => (
        <div key={name} class={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
