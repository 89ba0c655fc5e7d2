import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { showToast } from '../../ui/toast.tsx'
import { NameDialog } from '../account/name-dialog.tsx'
import { consoleServer } from '../base/services.ts'
import { loadSession, me } from '../base/session.ts'
import { text } from './texts.ts'

type Organisation = { id: string; name: string }

export function Organisations({ mayWrite }: { mayWrite: boolean }) {
  const [open, setOpen] = useState<Organisation | 'new'>()
  const organisations = me.value?.organisations ?? []
  const save = async (name: string) => {
    if (open === 'new') await consoleServer.createOrganisation({ body: { name } })
    else if (open !== undefined)
      await consoleServer.renameOrganisation({ params: { organisationId: open.id }, body: { name } })
    setOpen(undefined)
    showToast(text('saved'))
    await loadSession()
  }
  return (
    <section>
      <h2>{text('organisations')}</h2>
      <p>{text('organisationsLead')}</p>
      <Table
        label={text('organisations')}
        head={[text('name'), ...(mayWrite ? [''] : [])]}
        rows={organisations.map((organisation) => ({
          key: organisation.id,
          cells: [
            <bdi>{organisation.name}</bdi>,
            ...(mayWrite
              ? [
                  <Button
                    size="small"
                    label={text('renameLabel', { name: organisation.name })}
                    onClick={() => setOpen(organisation)}
                  >
                    {text('rename')}
                  </Button>,
                ]
              : []),
          ],
        }))}
      />
      {mayWrite && <Button onClick={() => setOpen('new')}>{text('create')}</Button>}
      {open !== undefined && (
        <NameDialog
          title={open === 'new' ? text('create') : text('rename')}
          label={text('organisationName')}
          start={open === 'new' ? '' : open.name}
          tell={problemText}
          onName={save}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
