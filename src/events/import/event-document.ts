import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { formInput } from '../form/definition.ts'
import { eventInput } from '../records/event.ts'
import { groupInput, optionInput } from '../records/option.ts'
import { sessionInput } from '../records/session.ts'
import { typeInput } from '../records/type.ts'
import { text } from '../records/values.ts'

/** A name within the document; where there is a code, the code is the name. */
const ref = Type.Optional(text(60, 1))
const { id: _id, ...optionMembers } = optionInput.properties

/** The format of `import event`: members that elsewhere hold ids contain refs here. */
export const eventDocument = closed({
  event: eventInput,
  registrationTypes: Type.Optional(Type.Array(closed({ ref, ...typeInput.properties }), { maxItems: 200 })),
  optionGroups: Type.Optional(
    Type.Array(
      closed({
        ref,
        ...groupInput.properties,
        options: Type.Optional(Type.Array(closed(optionMembers), { maxItems: 200 })),
      }),
      { maxItems: 200 },
    ),
  ),
  form: Type.Optional(formInput),
  sessions: Type.Optional(Type.Array(closed({ ref, ...sessionInput.properties }), { maxItems: 5_000 })),
})
export type EventDocument = Type.Static<typeof eventDocument>
