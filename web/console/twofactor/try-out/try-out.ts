import type { Answered, twofactor } from '../../base/services.ts'

type Enrolled = Answered<typeof twofactor.benchEnrol>

export type TryOutUser = NonNullable<Enrolled['user']>
export type Verdict = Enrolled['answer']
export type Ways = Answered<typeof twofactor.getBench>
export type TryOutChannel = keyof Ways
