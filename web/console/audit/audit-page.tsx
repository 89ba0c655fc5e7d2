import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { problemText } from '../../ui/problems/problem-text.ts'
import { Page } from '../base/page.tsx'
import { consoleServer } from '../base/services.ts'
import { TaskProgress } from '../tasks/task-progress.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { ChainState } from './chain-state.tsx'
import { queryOf, type TrailDraft } from './draft.ts'
import type { Entry } from './entry.ts'
import { text } from './texts.ts'
import { TrailTable } from './trail-table.tsx'

export function AuditPage() {
  const [draft, setDraft] = useState<TrailDraft>({})
  const [taskId, setTaskId] = useState<string>()
  const { isBusy, failure, run } = useAction(problemText)
  const filter = queryOf(draft)
  const pages = usePages<Entry>(`audit ${JSON.stringify(filter)}`, (cursor, signal) =>
    consoleServer.listAudit({ query: defined({ ...filter, cursor }), signal }),
  )
  const startExport = () =>
    run(async () => setTaskId((await consoleServer.exportAudit({ body: filter })).body.taskId))
  return (
    <Page title={text('audit')} lead={text('auditLead')}>
      <ChainState />
      <AuditFilters onApply={setDraft} />
      <div class="page-actions">
        <Button onClick={pages.reload}>{text('reload')}</Button>
        <Button disabled={isBusy} onClick={startExport}>
          {text('export')}
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {taskId !== undefined && <TaskProgress key={taskId} id={taskId} />}
      <PagedList pages={pages} noneTitle={text('noneFound')} noneLead={text('noneFoundLead')}>
        {(entries) => <TrailTable entries={entries} />}
      </PagedList>
    </Page>
  )
}
