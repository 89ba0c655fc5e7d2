import { defined } from '../../ui/defined.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import { activeTasks } from './active-tasks.ts'
import type { Task } from './follow-task.ts'
import { progressText, TaskState } from './task-state.tsx'
import { text } from './texts.ts'

export function TasksPage() {
  const running = activeTasks.value.map(({ id, state }) => `${id} ${state}`).join()
  const pages = usePages<Task>(`tasks ${running}`, (cursor, signal) =>
    consoleServer.listTasks({ query: defined({ limit: 50, cursor }), signal }),
  )
  return (
    <Page title={text('tasks')} lead={text('tasksLead')}>
      <PagedList pages={pages} noneTitle={text('noTasks')} noneLead={text('noTasksLead')}>
        {(tasks) => (
          <Table
            label={text('tasks')}
            head={[text('work'), text('state'), text('progress'), text('started')]}
            rows={tasks.map((task) => ({
              key: task.id,
              cells: [
                <a href={pathTo(`/tasks/${task.id}`)}>
                  <bdi>{task.title}</bdi>
                </a>,
                <TaskState task={task} />,
                progressText(task),
                <Moment at={task.createdAt} />,
              ],
            }))}
          />
        )}
      </PagedList>
    </Page>
  )
}
