import { useAnswer } from '../../ui/ask.ts'
import { Await } from '../../ui/lists/load.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { locale } from '../../ui/texts/i18n.ts'
import { formatIn } from '../../ui/time/dates.ts'
import { twofactor } from '../base/services.ts'
import { text } from '../identity/texts.ts'
import { ForApplication, TwofactorFrame } from './base/frame.tsx'
import { MonthChart } from './month-chart.tsx'

export function StatisticsPage() {
  return (
    <TwofactorFrame title={text('statistics')} lead={text('statisticsLead')}>
      <ForApplication>{({ id }) => <Statistics key={id} applicationId={id} />}</ForApplication>
    </TwofactorFrame>
  )
}

function Statistics({ applicationId }: { applicationId: string }) {
  const { loaded } = useAnswer(`statistics ${applicationId}`, (signal) =>
    twofactor.getStatistics({ params: { applicationId }, signal }),
  )
  const monthName = formatIn('UTC', { month: 'long', year: 'numeric' })
  const number = new Intl.NumberFormat(locale.value)
  return (
    <Await loaded={loaded}>
      {({ users, months }) => (
        <>
          <p>{text('usersNow', { count: users })}</p>
          <MonthChart months={months} />
          <Table
            labelled
            label={text('statistics')}
            head={[
              text('month'),
              text('statSms'),
              text('statCalls'),
              text('statVerifications'),
              text('statUsers'),
              text('statRequests'),
            ]}
            rows={months.map((row) => ({
              key: row.month,
              cells: [
                monthName.format(Date.parse(`${row.month}-01T00:00:00Z`)),
                ...[row.sms, row.calls, row.verifications, row.newUsers, row.requests].map((count) =>
                  number.format(count),
                ),
              ],
            }))}
          />
        </>
      )}
    </Await>
  )
}
