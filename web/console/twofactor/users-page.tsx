import { useState } from 'preact/hooks'
import { defined } from '../../ui/defined.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { EmptyState } from '../../ui/lists/states.tsx'
import { Table } from '../../ui/lists/table.tsx'
import type { Application } from '../applications/key.ts'
import { pathTo } from '../base/place.ts'
import { twofactor } from '../base/services.ts'
import { When } from '../identity/parts.tsx'
import { SearchForm } from '../identity/search-form.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { ForApplication, TwofactorFrame } from './base/frame.tsx'
import { type User, UserState } from './user.tsx'

export function UsersPage() {
  return (
    <TwofactorFrame title={text('usersTitle')} lead={text('usersLead')}>
      <ForApplication>{(application) => <Users key={application.id} of={application} />}</ForApplication>
    </TwofactorFrame>
  )
}

function Users({ of: application }: { of: Application }) {
  const [found, setFound] = useState<readonly User[]>()
  const [isLocked, setLocked] = useState(false)
  return (
    <>
      <UserSearch of={application} onFound={setFound} />
      {found === undefined ? (
        <>
          <label class="id-check alone">
            <input
              type="checkbox"
              checked={isLocked}
              onChange={(event) => setLocked(event.currentTarget.checked)}
            />
            <span>{text('lockedOnly')}</span>
          </label>
          <UserPages of={application} isLocked={isLocked} />
        </>
      ) : found.length === 0 ? (
        <EmptyState title={text('noUserFound')} lead={text('noUserFoundLead')} />
      ) : (
        <UserTable of={application} users={found} />
      )}
    </>
  )
}

type UserSearchProps = { of: Application; onFound: (found: readonly User[] | undefined) => void }

function UserSearch({ of: { id }, onFound }: UserSearchProps) {
  const work = useWork()
  const find = (search: string) =>
    work.run(async () => {
      const params = { applicationId: id }
      onFound((await twofactor.findUsers({ params, body: { search } })).body.data)
    })
  return (
    <SearchForm
      label={text('findUser')}
      help={text('findUserHelp')}
      error={work.errorAt('/search')}
      maxLength={40}
      work={work}
      onFind={find}
      onEmpty={() => onFound(undefined)}
    />
  )
}

function UserPages({ of: application, isLocked }: { of: Application; isLocked: boolean }) {
  const params = { applicationId: application.id }
  const locked = isLocked ? ('yes' as const) : undefined
  const pages = usePages<User>(`users ${application.id} ${isLocked}`, (cursor, signal) =>
    twofactor.listUsers({ params, query: defined({ cursor, locked }), signal }),
  )
  return (
    <PagedList
      pages={pages}
      noneTitle={text(isLocked ? 'nobodyLocked' : 'noUsers')}
      noneLead={text(isLocked ? 'nobodyLockedLead' : 'noUsersLead')}
    >
      {(users) => <UserTable of={application} users={users} />}
    </PagedList>
  )
}

function UserTable({ of: { id }, users }: { of: Application; users: readonly User[] }) {
  return (
    <Table
      labelled
      label={text('users')}
      head={[text('user'), text('phone'), text('state'), text('wrongTokens'), text('since')]}
      rows={users.map((user) => ({
        key: String(user.number),
        cells: [
          <a href={pathTo(`/twofactor/users/${id}/${user.number}`)}>{user.number}</a>,
          user.phone,
          <UserState of={user} />,
          user.failures,
          <When at={user.createdAt} />,
        ],
      }))}
    />
  )
}
