import type { twofactor } from '../../base/services.ts'

type Enrolled = Awaited<ReturnType<typeof twofactor.benchEnrol>>['body']

export type TryOutUser = NonNullable<Enrolled['user']>
export type Verdict = Enrolled['answer']
export type Ways = Awaited<ReturnType<typeof twofactor.getBench>>['body']
export type TryOutChannel = keyof Ways
