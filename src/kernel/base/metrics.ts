export type Histogram = { observe(value: number): void }

/** Finds the histogram for these label values; code on a hot path looks it up once and keeps it. */
type Labelled = { labels(...values: string[]): Histogram }

export type Metrics = {
  /** `collect` is called at each rendering; if it throws, the value is NaN. */
  gauge(name: string, help: string, collect: () => number): void
  histogram(name: string, help: string, labelNames: readonly string[], buckets: readonly number[]): Labelled
  /** A histogram that something else keeps; `collect` is called at each rendering. */
  collectedHistogram(name: string, help: string, collect: () => CollectedHistogram): void
  /** Returns all metrics in the Prometheus text format 0.0.4. */
  render(): string
}

/** Buckets in ascending order, each with the number of values that are at most its bound. */
export type CollectedHistogram = {
  readonly buckets: readonly { readonly bound: number; readonly count: number }[]
  readonly count: number
  readonly sum: number
}

/** Occurs in no method, path or status. */
const SEPARATOR = '\u001f'

type Child = Histogram & { render(name: string, labels: string): string }

export function createMetrics(): Metrics {
  const families = new Map<string, () => string>()

  function add(name: string, head: { help: string; type: string }, samples: () => string): void {
    if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) throw new Error(`${name} cannot name a metric`)
    if (families.has(name)) throw new Error(`the metric ${name} exists twice`)
    const help = head.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    families.set(name, () => `# HELP ${name} ${help}\n# TYPE ${name} ${head.type}\n${samples()}`)
  }

  return {
    gauge(name, help, collect) {
      add(name, { help, type: 'gauge' }, () => `${name} ${read(collect)}\n`)
    },
    histogram(name, help, labelNames, buckets) {
      if (labelNames.includes('le')) throw new Error(`${name} cannot have a label le`)
      const family = createFamily(name, labelNames, buckets)
      add(name, { help, type: 'histogram' }, family.render)
      return family
    },
    collectedHistogram(name, help, collect) {
      add(name, { help, type: 'histogram' }, () => renderCollected(name, collect()))
    },
    render: () => [...families.values()].map((family) => family()).join(''),
  }
}

function createFamily(name: string, labelNames: readonly string[], buckets: readonly number[]) {
  const unfit = labelNames.find((label) => !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(label))
  if (unfit !== undefined) throw new Error(`${unfit} cannot name a label`)
  const bounds = [...buckets].sort((a, b) => a - b)
  const children = new Map<string, Child>()
  const byValues = new Map<string, Child>()

  /** Looks up by the raw values: escaping them would cost more than all the rest. */
  function labels(...values: string[]): Child {
    const key = values.join(SEPARATOR)
    const known = byValues.get(key)
    if (known !== undefined) return known
    const child = findChild(values)
    byValues.set(key, child)
    return child
  }

  function findChild(values: readonly string[]): Child {
    if (values.length !== labelNames.length) throw new Error(`${name} has ${labelNames.length} labels`)
    const text = labelNames.map((label, index) => `${label}="${escapeLabel(values[index] ?? '')}"`).join(',')
    const known = children.get(text)
    if (known !== undefined) return known
    const child = createHistogram(bounds)
    children.set(text, child)
    return child
  }

  // Without labels there is one child, which reports zero from the start.
  if (labelNames.length === 0) labels()
  return { labels, render: () => [...children].map(([text, child]) => child.render(name, text)).join('') }
}

function createHistogram(bounds: readonly number[]): Child {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    observe(value) {
      let index = 0
      while (index < bounds.length && !(value <= (bounds[index] ?? 0))) index += 1
      counts[index] = (counts[index] ?? 0) + 1
      sum += value
    },
    render(name, labels) {
      const comma = labels === '' ? '' : ','
      let count = 0
      let text = ''
      counts.forEach((own, index) => {
        count += own
        const bound = formatNumber(bounds[index] ?? Number.POSITIVE_INFINITY)
        text += `${name}_bucket{${labels}${comma}le="${bound}"} ${count}\n`
      })
      return `${text}${name}_sum${braces(labels)} ${formatNumber(sum)}\n${name}_count${braces(labels)} ${count}\n`
    },
  }
}

function renderCollected(name: string, { buckets, count, sum }: CollectedHistogram): string {
  const all = [...buckets, { bound: Number.POSITIVE_INFINITY, count }]
  const lines = all.map((one) => `${name}_bucket{le="${formatNumber(one.bound)}"} ${one.count}\n`)
  return `${lines.join('')}${name}_sum ${formatNumber(sum)}\n${name}_count ${count}\n`
}

function read(collect: () => number): string {
  try {
    return formatNumber(collect())
  } catch {
    return 'NaN'
  }
}

function braces(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}
