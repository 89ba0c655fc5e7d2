import { useState } from 'preact/hooks'
import { Skeleton } from '../../ui/lists/states.tsx'
import { usePolled } from '../../ui/offline/poll.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { formatNumber } from '../../ui/texts/fill.ts'
import { locale } from '../../ui/texts/i18n.ts'
import { Page } from '../base/page.tsx'
import { consoleServer } from '../base/services.ts'
import { me } from '../base/session.ts'
import { StartCard } from '../start/start-card.tsx'
import { AttentionList } from './attention.tsx'
import { FigureCharts } from './figure-charts.tsx'
import { clockOffset, type Overview, shownFigures } from './figures.ts'
import { figureText, text } from './texts.ts'

const LIVE_MS = 4_000

export function HomePage() {
  const who = me.value
  const isEverywhere = who?.everywhere === true
  const hasChoice = isEverywhere && (who?.organisations.length ?? 0) > 1
  const [isWhole, setWhole] = useState(true)
  const whole = isEverywhere && (isWhole || !hasChoice)
  const live = usePolled(`overview ${whole}`, LIVE_MS, async (signal) => {
    const query = { offset: clockOffset(new Date()), ...(whole ? { whole } : {}) }
    return (await consoleServer.getOverview({ query, signal })).body
  })
  return (
    <Page title={text('home')}>
      <StartCard />
      {hasChoice && (
        <p class="home-scope">
          <label>
            <input
              type="checkbox"
              checked={isWhole}
              onChange={(event) => setWhole(event.currentTarget.checked)}
            />{' '}
            {text('wholeServer')}
          </label>
        </p>
      )}
      <h2>{text('today')}</h2>
      {live.isStale && (
        <p class="notice warn" role="status">
          {text('stale')}
        </p>
      )}
      {live.value === undefined ? (
        live.isStale ? null : (
          <Skeleton />
        )
      ) : (
        <Today live={live.value} whole={whole} />
      )}
      <h2>{text('attention')}</h2>
      {live.value !== undefined && <AttentionList attention={live.value.attention} whole={whole} />}
      <h2>{text('overTime')}</h2>
      <Tabs
        label={text('overTime')}
        tabs={(['day', 'month', 'year'] as const).map((span) => ({
          key: span,
          title: text(span),
          content: () => <FigureCharts key={`${span} ${whole}`} span={span} whole={whole} />,
        }))}
      />
    </Page>
  )
}

function Today({ live, whole }: { live: Overview; whole: boolean }) {
  return (
    <ul class="figure-cards">
      {shownFigures(whole).map((name) => (
        <li key={name}>
          <span>{figureText(name)}</span>
          <strong>{formatNumber(live.today[name], locale.value)}</strong>
          <small>{text('thisHour', { count: live.thisHour[name] })}</small>
        </li>
      ))}
    </ul>
  )
}
