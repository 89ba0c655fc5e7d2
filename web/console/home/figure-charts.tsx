import { useState } from 'preact/hooks'
import { Skeleton } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { usePolled } from '../../ui/offline/poll.ts'
import { formatNumber } from '../../ui/texts/fill.ts'
import { locale } from '../../ui/texts/i18n.ts'
import { formatIn } from '../../ui/time/dates.ts'
import { ownZone } from '../../ui/time/moment.tsx'
import { consoleServer } from '../base/services.ts'
import { BarChart } from './bar-chart.tsx'
import { clockOffset, type FigureName, type Figures, shownFigures, sumOf } from './figures.ts'
import { figureText, text } from './texts.ts'

type Span = 'day' | 'month' | 'year'

const everyMs = { day: 15_000, month: 60_000, year: 300_000 } as const

/** One chart per figure, and the same numbers as a table. */
export function FigureCharts({ span, whole }: { span: Span; whole: boolean }) {
  const { value } = usePolled(`figures ${span} ${whole}`, everyMs[span], async (signal) => {
    const query = { span, offset: clockOffset(new Date()), ...(whole ? { whole } : {}) }
    return (await consoleServer.getFigures({ query, signal })).body
  })
  if (value === undefined) return <Skeleton />
  return (
    <>
      <div class="charts">
        {shownFigures(whole).map((name) => (
          <FigureChart key={name} name={name} figures={value} />
        ))}
      </div>
      <FigureTable figures={value} names={tableNames(whole)} />
    </>
  )
}

function tableNames(whole: boolean): readonly FigureName[] {
  return whole ? [...shownFigures(whole), 'failed-deliveries'] : shownFigures(whole)
}

function FigureChart({ name, figures }: { name: FigureName; figures: Figures }) {
  const values = figures.series[name]
  const failed = name === 'deliveries' ? figures.series['failed-deliveries'] : undefined
  return (
    <figure class="chart">
      <figcaption>
        {figureText(name)} <span>{text('total', { count: sumOf(values) })}</span>
      </figcaption>
      <BarChart
        times={figures.times.map((time) => Date.parse(time) / 1_000)}
        step={figures.step}
        values={values}
        bad={failed}
      />
      {failed !== undefined && (
        <p class="chart-keys">
          <span class="chart-key">{text('delivered')}</span>
          <span class="chart-key bad">{figureText('failed-deliveries')}</span>
        </p>
      )}
    </figure>
  )
}

/** Rendered only when opened: a year has many rows. */
function FigureTable({ figures, names }: { figures: Figures; names: readonly FigureName[] }) {
  const [isOpen, setOpen] = useState(false)
  const moment = formatIn(
    ownZone,
    figures.step === 'hour'
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : { dateStyle: 'medium' },
  )
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('asTable')}</summary>
      {isOpen && (
        <Table
          label={text('overTime')}
          head={[text('time'), ...names.map(figureText)]}
          rows={figures.times
            .map((time, at) => ({
              key: time,
              cells: [
                moment.format(Date.parse(time)),
                ...names.map((name) => formatNumber(figures.series[name][at] ?? 0, locale.value)),
              ],
            }))
            .toReversed()}
        />
      )}
    </details>
  )
}
