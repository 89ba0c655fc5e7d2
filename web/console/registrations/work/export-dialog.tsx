import { useState } from 'preact/hooks'
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { SelectInput } from '../../../ui/inputs/inputs.tsx'
import { consoleEvents } from '../../base/services.ts'
import { failureText } from '../base/failure.ts'
import { text } from '../base/texts.ts'
import type { BulkSearch } from './bulk.ts'

type ExportDialogProps = {
  eventId: string
  count: number
  search: BulkSearch
  columns: readonly string[]
  onStarted: (taskId: string) => void
  onClose: () => void
}

export function ExportDialog({ eventId, count, search, columns, onStarted, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv')
  const [which, setWhich] = useState<'shown' | 'all'>('shown')
  const start = async () => {
    const shown = format === 'csv' && which === 'shown' ? { columns: [...columns] } : {}
    const { body } = await consoleEvents.startExport({
      params: { eventId },
      body: { format, search, ...shown },
    })
    onStarted(body.taskId)
  }
  return (
    <ActionDialog
      title={text('exportTitle', { count })}
      yes={text('exportStart')}
      act={start}
      tell={failureText}
      onClose={onClose}
    >
      <p>{text('exportLead')}</p>
      <SelectInput
        label={text('exportFormat')}
        value={format}
        onChange={setFormat}
        choices={[
          { value: 'csv', label: text('exportCsv') },
          { value: 'ndjson', label: text('exportNdjson') },
        ]}
      />
      {format === 'csv' && (
        <SelectInput
          label={text('columns')}
          value={which}
          onChange={setWhich}
          choices={[
            { value: 'shown', label: text('exportShown') },
            { value: 'all', label: text('exportAll') },
          ]}
        />
      )}
    </ActionDialog>
  )
}
