import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import { pathTo } from '../base/place.ts'
import type { Work } from './work.ts'

/** Says why something was not done. */
export function Failure({ work }: { work: Work }) {
  return <FailureNotice failure={work.failure} />
}

type Place = { readonly path: `/${string}`; readonly name: string }

/** The pages of an area. */
export function SubNav({ label, places }: { label: string; places: readonly Place[] }) {
  const here = useLocation().path
  const chosen = useRef<HTMLAnchorElement>(null)
  // The address of the area itself shows its first page.
  const current = places.find(({ path }) => `${here}/`.startsWith(`${pathTo(path)}/`)) ?? places[0]
  useEffect(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [current?.path])
  return (
    <nav class="id-subnav more-aside" aria-label={label}>
      {places.map(({ path, name }) => (
        <a
          key={path}
          href={pathTo(path)}
          {...(path === current?.path ? { 'aria-current': 'page' as const, ref: chosen } : {})}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

/** A list of names and values. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="id-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A fingerprint or another long identifier. */
export function Code({ value }: { value: string }) {
  return <code class="id-code">{value}</code>
}

export function When({ at }: { at: string | null }) {
  return at === null ? <span class="id-soft">–</span> : <Moment at={at} />
}
