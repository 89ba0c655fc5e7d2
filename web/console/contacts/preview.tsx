import { Table } from '../../ui/lists/table.tsx'
import type { Column } from './csv/columns.ts'
import { contactOf, findWrong, type Wrong } from './csv/contact.ts'
import type { CsvRow } from './csv/parse.ts'
import { text } from './texts.ts'

const wrongTexts = {
  'no-email': 'wrongNoEmail',
  'bad-email': 'wrongBadEmail',
  'bad-country': 'wrongBadCountry',
  'bad-status': 'wrongBadStatus',
  'too-long': 'wrongTooLong',
} as const satisfies Record<Wrong, string>

/** The first rows as contacts, with those that will be refused. */
export function Preview({ rows, columns }: { rows: readonly CsvRow[]; columns: readonly Column[] }) {
  const read = rows.map(({ line, cells }) => {
    const contact = contactOf(cells, columns)
    return { line, contact, wrong: findWrong(contact) }
  })
  const refused = read.filter(({ wrong }) => wrong.length > 0).length
  return (
    <section>
      <h2>{text('previewTitle')}</h2>
      <p role="status" class={refused > 0 ? 'notice warn' : 'soft'}>
        {refused > 0
          ? text('wrongSome', { count: refused, of: rows.length })
          : text('wrongNone', { of: rows.length })}
      </p>
      <Table
        label={text('previewTitle')}
        head={[text('previewLine'), text('email'), text('name'), text('company'), text('previewWrong')]}
        rows={read.map(({ line, contact, wrong }) => ({
          key: String(line),
          cells: [
            line,
            <bdi class="contact-text">{contact.email}</bdi>,
            <bdi class="contact-text">{[contact.firstName, contact.lastName].filter(Boolean).join(' ')}</bdi>,
            <bdi class="contact-text">{String(contact.company ?? '')}</bdi>,
            <span class="import-wrong">{wrong.map((reason) => text(wrongTexts[reason])).join(', ')}</span>,
          ],
        }))}
      />
    </section>
  )
}
