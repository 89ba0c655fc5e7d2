import type { RegistrationPageView } from '../../../src/client/registration-page.ts'

type Of<P extends RegistrationPageView['page']> = Extract<RegistrationPageView, { page: P }>

export type FormPageView = Of<'form'>
export type ChangePageView = Of<'change'>
export type RegistrationView = Of<'registration'>
export type CancelView = Of<'cancel'>
export type SentView = Of<'sent'>
export type ProofPageView = Of<'proof'>
export type EventView = FormPageView['event']
export type Places = FormPageView['places']
export type Failure = NonNullable<FormPageView['failure']>
export type PageErrors = FormPageView['errors']
export type SessionView = EventView['sessions'][number]
export type FormView = EventView['forms'][number]

/** The form of a registration type. */
export function formOf({ forms }: EventView, typeId: string | null): FormView | undefined {
  return forms.find((form) => form.typeId === typeId) ?? forms.find((form) => form.typeId === '')
}
