import type { FieldDraft } from './draft.ts'
import type { Builder } from './use-builder.ts'

export type FieldPartProps = {
  field: FieldDraft
  builder: Builder
  errorAt: (member: string) => string | undefined
  onChange: (members: Partial<Omit<FieldDraft, 'key'>>) => void
}
