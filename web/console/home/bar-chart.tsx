import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { locale } from '../../ui/texts/i18n.ts'
import { theme } from '../../ui/theme.ts'
import { formatIn } from '../../ui/time/dates.ts'
import { ownZone } from '../../ui/time/moment.tsx'

type BarChartProps = {
  /** Epoch seconds at which each bar starts. */
  times: readonly number[]
  step: 'hour' | 'day'
  values: readonly number[]
  /** Drawn in front, in the colour for errors. */
  bad: readonly number[] | undefined
}

const HEIGHT = 160
const lengthOf = { hour: 3_600, day: 86_400 } as const

/** Hidden from screen readers: a table beside it has the same numbers. */
export function BarChart({ times, step, values, bad }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | undefined>(undefined)
  const data = [times, values, ...(bad === undefined ? [] : [bad])] as unknown as uPlot.AlignedData
  const hasBad = bad !== undefined
  const latest = useRef(data)
  latest.current = data
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let isOver = false
    const observer = new ResizeObserver(() =>
      chart.current?.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (isOver) return
      chart.current = new Plot(optionsOf(Plot, element, { step, hasBad }), latest.current, element)
      observer.observe(element)
    }
    void draw()
    return () => {
      isOver = true
      observer.disconnect()
      chart.current?.destroy()
      chart.current = undefined
    }
  }, [step, hasBad, locale.value])
  useEffect(() => chart.current?.setData(data), [times, values, bad])
  useEffect(() => redrawWithTheme(() => chart.current?.redraw(false)), [theme.value])
  return <div class="chart-box" ref={box} aria-hidden="true" />
}

function redrawWithTheme(redraw: () => void): () => void {
  redraw()
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', redraw)
  return () => dark.removeEventListener('change', redraw)
}

type Drawn = { step: 'hour' | 'day'; hasBad: boolean }

function optionsOf(Plot: typeof uPlot, element: HTMLElement, { step, hasBad }: Drawn): uPlot.Options {
  const colour = (name: string) => () => resolve(element, name)
  const bars = Plot.paths.bars?.({ size: [0.7, 40], align: 1 })
  const series = (name: string): uPlot.Series => ({
    stroke: colour(name),
    fill: colour(name),
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  const axis = { stroke: colour('--text-soft'), font: '12px system-ui', ticks: { show: false } }
  const labels = formatIn(
    ownZone,
    step === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
  )
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: true, range: (_chart, first, last) => [first, last + lengthOf[step]] },
      y: { range: (_chart, _least, most) => [0, Math.max(4, most * 1.1)] },
    },
    series: [{}, series('--accent-fill'), ...(hasBad ? [series('--bad')] : [])],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        // Where the last bar ends, the next day or hour begins: a label there would date the bar wrongly.
        values: ({ data: [starts] }, splits) =>
          splits.map((time) => (time > (starts.at(-1) ?? 0) ? '' : labels.format(time * 1_000))),
        space: 70,
      },
      {
        ...axis,
        size: 44,
        grid: { stroke: colour('--line'), width: 1 },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
        values: (_chart, splits) => splits.map((count) => compact(count)),
      },
    ],
  }
}

function compact(count: number): string {
  return new Intl.NumberFormat(locale.peek(), { notation: 'compact' }).format(count)
}

/** A canvas does not support `light-dark()`, so the browser computes the colour. */
function resolve(element: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.setProperty('color', `var(${name})`)
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
