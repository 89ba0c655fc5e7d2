import type { Saving } from '../base/saving.ts'
import type { DetailsDraft } from './draft.ts'

export type DetailsProps = {
  draft: DetailsDraft
  saving: Saving
  onChange: (members: Partial<DetailsDraft>) => void
}
