import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAsked } from '../../../ui/ask.ts'
import { defined } from '../../../ui/defined.ts'
import { SelectInput } from '../../../ui/inputs/inputs.tsx'
import { Await } from '../../../ui/lists/load.tsx'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { readWhole } from '../../../ui/lists/whole-list.ts'
import { isolate } from '../../../ui/texts/isolate.ts'
import type { Application } from '../../applications/key.ts'
import { Page } from '../../base/page.tsx'
import { pathTo } from '../../base/place.ts'
import { consoleServer } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { SubNav } from '../../identity/parts.tsx'
import { text } from '../../identity/texts.ts'

const AT_ONCE = 200

/** The selected application, kept when changing pages. */
const chosen = signal<string | undefined>(undefined)

type FrameProps = { title: string; lead: string; children: ComponentChildren }

/** The heading and the pages of the area. */
export function TwofactorFrame({ title, lead, children }: FrameProps) {
  return (
    <Page title={title} lead={lead}>
      <SubNav
        label={text('twofactorPages')}
        places={[
          { path: '/twofactor/users', name: text('users') },
          { path: '/twofactor/sends', name: text('sends') },
          { path: '/twofactor/approvals', name: text('approvals') },
          { path: '/twofactor/guard', name: text('guard') },
          { path: '/twofactor/statistics', name: text('statistics') },
          ...(may('twofactor:write') ? [{ path: '/twofactor/bench', name: text('bench') } as const] : []),
        ]}
      />
      {children}
    </Page>
  )
}

type ForApplicationProps = { children: (application: Application) => ComponentChildren }

/** Chooses an application; the address may name one. */
export function ForApplication({ children }: ForApplicationProps) {
  const { loaded } = useAsked('twofactor applications', (signal) =>
    readWhole((cursor) =>
      consoleServer.listApplications({ query: defined({ limit: AT_ONCE, cursor }), signal }),
    ),
  )
  const { query } = useLocation()
  const asked = query.application
  useEffect(() => {
    if (asked !== undefined) chosen.value = asked
  }, [asked])
  return (
    <Await loaded={loaded}>
      {(applications) => {
        const current = applications.find(({ id }) => id === chosen.value) ?? applications[0]
        if (current === undefined) return <NoApplication />
        return (
          <>
            <Choice of={applications} current={current} />
            {children(current)}
          </>
        )
      }}
    </Await>
  )
}

function Choice({ of: applications, current }: { of: readonly Application[]; current: Application }) {
  return (
    <div class="id-bar">
      <SelectInput
        label={text('application')}
        value={current.id}
        onChange={(next) => {
          chosen.value = next
        }}
        choices={applications.map(({ id, name, disabledAt }) => ({
          value: id,
          label: disabledAt === null ? name : `${isolate(name)} (${text('disabled')})`,
        }))}
      />
    </div>
  )
}

function NoApplication() {
  return (
    <EmptyState title={text('noApplications')} lead={text('noApplicationsLead')}>
      {may('keys:write') && (
        <a class="button primary" href={pathTo('/applications/new')}>
          {text('newApplication')}
        </a>
      )}
    </EmptyState>
  )
}
