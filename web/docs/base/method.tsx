import { Badge } from '../../ui/badge.tsx'

const tones = { GET: 'good', HEAD: 'good', POST: 'info', PUT: 'warn', PATCH: 'warn', DELETE: 'bad' } as const

export function Method({ method }: { method: string }) {
  return <Badge tone={tones[method as keyof typeof tones]}>{method}</Badge>
}

export function Status({ status }: { status: number }) {
  return (
    <Badge tone={status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad'}>
      {status}
    </Badge>
  )
}
