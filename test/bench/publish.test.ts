import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { SaleResult } from '../../bench/on-sale/sale.ts'
import type { Sample } from '../../bench/pass.ts'
import { renderChart } from '../../bench/publish/chart.ts'
import { readSales } from '../../bench/publish/on-sale.ts'
import { renderPage } from '../../bench/publish/page.ts'
import type { PublishedRun, Row } from '../../bench/publish/run.ts'
import { besideTitles, chartRows, titles } from '../../bench/publish/titles.ts'
import { scenarios } from '../../bench/scenarios.ts'

const samplesOf = (cpuUs: number): Sample[] =>
  [0.8, 0.9, 1, 1.1, 1.2].map((factor) => ({
    cpuUs: cpuUs * factor,
    perSecond: 1_000_000 / cpuUs,
    p50Ms: 1,
    p99Ms: 2,
    members: '',
  }))

/** Lanyard costs 1.25 times what the ceiling does, and 2.5 times where the row is to miss its target. */
function rowOf({ name, title, target, peers = [], single }: (typeof scenarios)[number], missed: string): Row {
  return {
    scenario: { name, title, ...(target && { target }), ...(single && { single }) },
    lanyard: samplesOf(name === missed ? 3_000 : single ? 15_000 : 1_500),
    ceiling: samplesOf(single ? 12_000 : 1_200),
    peers: peers.map(({ peer, title: work }) => ({
      beside: { peer, title: work },
      samples: samplesOf(987_654),
    })),
  }
}

const held = { rss: 8_192, heap: 4_096, p50Ms: 1.2, p99Ms: 9.8 }
const besideSamples = (serverUs: number) => [{ serverUs, databaseUs: 250, perSecond: 1_000, p99Ms: 5 }]

function runOf(missed = ''): PublishedRun {
  return {
    options: { roundMs: 2_000, connections: 64, syncMs: 2 },
    machine: {
      ...{
        cpu: 'Example & Sons <1>',
        cores: 2,
        arch: 'arm64',
        node: '20.19.0',
        load: 0.4,
        date: '2026-01-31',
      },
      ...{ memoryBytes: 8 * 2 ** 30, sqlite: '3.51.0', postgres: '18.1', lanyard: '0.1.0' },
      peers: { 'oidc-provider': '9.0.0', 'better-auth': '1.0.0', 'parse-server': '8.0.0' },
    },
    here: { syncMs: [0.5], samples: scenarios.map((scenario) => rowOf(scenario, missed)) },
    slow: undefined,
    held: { polls: 20_000, fewer: undefined, lanyard: held, ceiling: held },
    beside: [
      {
        name: 'registration-postgres',
        title: '',
        lanyard: besideSamples(550),
        parse: besideSamples(9_750),
      },
      { name: 'attendee-postgres', title: '', lanyard: besideSamples(150), parse: besideSamples(750) },
    ],
    start: { serveMs: [900, 800, 1_200], npmMs: [1_900, 1_800, 2_200], rssBytes: 120 * 2 ** 20 },
    skippedDisk: undefined,
    skippedPeers: '',
  }
}

const times = { requests: 50_000, p50Ms: 41, p99Ms: 1_234, longestMs: 2_000 }
const sale: SaleResult = {
  ...{ engine: 'postgres', processes: 2, buyers: 50_000, places: 10_000, atOnce: 500, unchanged: 49_000 },
  ...{ soldOutMs: 12_300, servedMs: 61_200, awayMs: 1_400 },
  retries: { broken: 70, busy: 7 },
  steps: {
    page: times,
    places: times,
    'page again': times,
    register: times,
    'own page': times,
    cancel: times,
  },
  cpuMsPerOrder: { server: 2.5, database: 1.5, load: 1 },
  memory: { peakMb: 400, endMb: 300 },
  ledger: {
    ...{ sold: 10_000, waiting: 35_000, cancelled: 5_000, unsold: 0, contradicted: 0, miscounted: 0 },
    ...{ lost: 0, doubled: 0, oversold: 0, outOfOrder: 0 },
  },
}

describe('the page of figures', () => {
  it('has a title for every row of the bench', () => {
    expect(Object.keys(titles)).toEqual(scenarios.map(({ name }) => name))
  })

  it('says at its top that a command wrote it', () => {
    expect(renderPage(runOf()).slice(0, 120)).toMatch(/^<!--\n.*`npm run bench -- --publish`.*Do not edit/)
  })

  it('has every row, with cost, ratio, target and outcome', () => {
    const page = renderPage(runOf())
    for (const { name, title, target } of scenarios) {
      if (name === 'register-singly') continue
      const judged =
        target === undefined ? '– | ' : `at most ${target}× | ${target < 1.25 ? '**missed**' : 'met'}`
      const figures = `1,500 | 1,200 | 1.25× (1.25–1.25)`
      expect(page).toContain(`| ${titles[name]?.title} | \`${title}\` | ${figures} | ${judged} |`)
    }
    for (const { title } of Object.values(besideTitles)) expect(page).toContain(`| ${title} |`)
    expect(page).not.toContain('not complete')
  })

  it('names a missed target in its row and in the summary', () => {
    const page = renderPage(runOf('registration'))
    expect(page).toMatch(/\| Register for an event \| .* \| at most 1\.5× \| \*\*missed\*\* \|/)
    expect(page).toMatch(
      /\d+ of \d+ targets are met\. Missed:\n\n- Register for an event \(2\.50×, target at most 1\.5×\)\n\n/,
    )
    expect(renderPage(runOf())).not.toContain('missed**')
  })

  it('tells what a core does in a second, with the CPU time of the database', () => {
    const page = renderPage(runOf())
    expect(page).toContain('| Sign-ins | 1,500 | 667 |')
    expect(page).toContain('| Registrations for an event, PostgreSQL | 800 | 1,250 |')
  })

  it('compares with other servers', () => {
    const page = renderPage(runOf())
    expect(page).toContain('| Verify a TOTP code | 1,500 | better-auth | session check | 987,654 |')
    expect(page).toContain('| 550 + 250 | parse-server | an object of the same size | 9,750 + 250 | 12.50×')
  })

  it('tells held polls, starts and memory', () => {
    const page = renderPage(runOf())
    expect(page).toContain('| Memory per held poll | 8.0 kB | 8.0 kB | 1.00× | at most 2× | met |')
    expect(page).toContain('| `./lanyard serve` | 900 ms | 800–1,200 ms |')
    expect(page).toContain('120 MB of resident memory')
  })

  it('has the opening of a sale, or says how to measure one', () => {
    expect(renderPage(runOf())).toContain('npm run bench -- --on-sale --json')
    const page = renderPage(runOf(), [sale])
    expect(page).not.toContain('npm run bench -- --on-sale --json')
    expect(page).toContain('| Sold out after | 12.3 s |')
    expect(page).toContain('| Requests that buyers sent again | 77 |')
    expect(page).toContain('| register: p50 / p99 | 41 / 1,234 ms |')
  })

  it.each([
    [0.9, 'no target, because a sync costs little here'],
    [1.1, 'target: at least 5×, met'],
  ])('expects shared commits to pay only where a sync takes long: %s ms', (syncMs, verdict) => {
    const samples = scenarios.map((scenario) => rowOf(scenario, ''))
    expect(renderPage({ ...runOf(), here: { syncMs: [syncMs], samples } })).toContain(verdict)
  })

  it('reads the file of a sale, and refuses another', () => {
    expect(readSales(JSON.stringify({ machine: '', sales: [sale] }))).toEqual([sale])
    expect(() => readSales('{}')).toThrow('no list of engines')
  })

  it('says which rows a run left out', () => {
    const page = renderPage({ ...runOf(), here: undefined, held: undefined })
    expect(page).toMatch(/not complete\.\*\* Left out: Register a key; .*; Held polls\./)
  })

  it('says when a run has too few rounds to judge by', () => {
    const run = runOf()
    const samples = run.here?.samples.map((row) => ({ ...row, lanyard: row.lanyard.slice(0, 2) })) ?? []
    expect(renderPage({ ...run, here: { syncMs: [1], samples } })).toContain('This run has 2.')
    expect(renderPage(run)).not.toContain('first look')
  })

  it('says when the machine had other work', () => {
    const { machine, ...run } = runOf()
    const page = renderPage({ ...run, machine: { ...machine, load: 2.5 } })
    expect(page).toContain('load average was 2.5 on 2 cores')
    expect(renderPage(runOf())).not.toContain('was busy')
  })

  it('is the same from the JSON of a run', () => {
    expect(renderPage(JSON.parse(JSON.stringify(runOf())) as PublishedRun)).toBe(renderPage(runOf()))
  })
})

type Text = { '#text': string; '@x': number; '@y': number; '@font-size': number; '@text-anchor'?: string }

/** Wider than any system font draws them: 0.62 of the size for each character. */
function boxOf(text: Text) {
  const width = String(text['#text']).length * text['@font-size'] * 0.62
  const left = text['@text-anchor'] === 'end' ? text['@x'] - width : text['@x']
  return { left, right: left + width, top: text['@y'] - text['@font-size'], bottom: text['@y'] + 3 }
}

describe('the chart', () => {
  const read = (svg: string) =>
    new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseAttributeValue: true }).parse(
      svg,
    ) as {
      svg: { text: Text[]; '@width': number; '@height': number }
    }

  it('is well-formed XML with both colour schemes', () => {
    const svg = renderChart(runOf())
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(svg).toContain('@media (prefers-color-scheme: dark)')
  })

  it('has a group for each of its rows', () => {
    const shown = read(renderChart(runOf())).svg.text.map((text) => text['#text'])
    const all = { ...titles, ...besideTitles } as Record<string, { title: string }>
    expect(shown).toEqual(expect.arrayContaining(chartRows.map((name) => all[name]?.title)))
    expect(shown).toEqual(expect.arrayContaining(['better-auth, session check', '550 + 250']))
  })

  it('has no label that touches another or the edge', () => {
    const { svg } = read(renderChart(runOf()))
    const boxes = svg.text.map(boxOf)
    const pairs = boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => [a, b] as const))
    const touching = pairs.filter(
      ([a, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
    )
    expect(touching).toEqual([])
    expect(
      boxes.filter(({ left, right, bottom }) => left < 0 || right > svg['@width'] || bottom > svg['@height']),
    ).toEqual([])
  })
})
