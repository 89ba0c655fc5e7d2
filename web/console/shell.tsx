import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Brand } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { isOnline } from '../ui/offline/online.ts'
import { pathTo } from './base/place.ts'
import { docsUrl, may } from './base/session.ts'
import { text } from './base/texts.ts'
import { Account } from './base/who.tsx'
import { OrganisationSwitch } from './organisation-switch.tsx'
import { navGroups, routes } from './routes.ts'
import { TaskIndicator } from './tasks/task-indicator.tsx'

const groupTexts = {
  overview: 'groupOverview',
  events: 'groupEvents',
  services: 'groupServices',
  server: 'groupServer',
} as const

/** The frame of every page: navigation at the side on wide screens, in a drawer on phones. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return (
    <div class="shell">
      <a class="skip-link" href="#content">
        {text('skip')}
      </a>
      <header class="top">
        <a class="brand" href={pathTo('/')}>
          <Brand app={text('appShort')} />
        </a>
        <TaskIndicator />
        <Account />
        <div class="menu-button">
          <Button size="small" expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {text('menu')}
          </Button>
        </div>
      </header>
      <nav class={isOpen ? 'side open' : 'side'} aria-label={text('navLabel')}>
        <OrganisationSwitch />
        {navGroups.map((group) => (
          <Places key={group} group={group} />
        ))}
        <DocumentationLink />
        <Account />
      </nav>
      <main id="content" tabIndex={-1}>
        {!isOnline.value && (
          <p class="notice warn" role="status">
            {text('offline')}
          </p>
        )}
        {children}
      </main>
    </div>
  )
}

function DocumentationLink() {
  return (
    <ul>
      <li>
        <a href={docsUrl()} target="_blank" rel="noopener">
          <Icon path="M5 4.5A2.5 2.5 0 0 1 7.5 2H19v20H7.5A2.5 2.5 0 0 1 5 19.5zM5 19.5A2.5 2.5 0 0 1 7.5 17H19" />
          <span>{text('documentation')}</span>
        </a>
      </li>
    </ul>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

function Places({ group }: { group: (typeof navGroups)[number] }) {
  const here = useLocation().path
  const shown = routes.flatMap(({ nav, path, scope, everywhere }) =>
    nav?.group === group && (scope === undefined || may(scope, everywhere)) ? [{ ...nav, path }] : [],
  )
  if (shown.length === 0) return null
  return (
    <section>
      <h2>{text(groupTexts[group])}</h2>
      <ul>
        {shown.map(({ path, icon, text: name }) => (
          <li key={path}>
            <a href={pathTo(path)} {...(isHere(here, path) ? { 'aria-current': 'page' as const } : {})}>
              <Icon path={icon} />
              <span>{name()}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isHere(here: string, path: `/${string}`): boolean {
  const href = pathTo(path)
  return here === href || (path !== '/' && here.startsWith(`${href}/`))
}
